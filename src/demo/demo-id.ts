const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** An identifier of the service's form, prefix and ULID; the same for the same arguments. */
export function demoId(prefix: string, at: number, seed: number): string {
  let time = at;
  let id = "";
  for (let place = 0; place < 10; place++) {
    id = alphabet[time % 32]! + id;
    time = Math.floor(time / 32);
  }
  let state = seed + 1;
  for (let place = 0; place < 16; place++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    id += alphabet[state >>> 27]!;
  }
  return `${prefix}_${id}`;
}
