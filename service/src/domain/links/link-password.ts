import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

/** What a record shows instead of a password; sent back, it changes nothing. */
export const passwordMask = "********";

const cost = { N: 16_384, r: 8, p: 1 };
const keyLength = 32;

function derive(password: string, salt: Buffer, length: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, length, cost, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

/** A link password as it is stored: `scrypt:<salt>:<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength);
  return `scrypt:${salt.toString("base64url")}:${key.toString("base64url")}`;
}

/** A body whose password may be hashed already; `passwordHash` then wins. */
export type Hashed<Body> = Body & { passwordHash?: string | null };

/** A body with the hash of its password: `null` for none, absent to keep what there is. */
export async function withHash<Body extends { password?: string | null }>(body: Hashed<Body>): Promise<Hashed<Body>> {
  const { password, passwordHash } = body;
  if (passwordHash !== undefined || password === undefined || password === passwordMask) return body;
  return { ...body, passwordHash: password === null ? null : await hashPassword(password) };
}

/** Whether `password` is the one stored, in constant time. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, key] = stored.split(":");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(password, Buffer.from(salt, "base64url"), expected.length);
  return timingSafeEqual(actual, expected);
}
