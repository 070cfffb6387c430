import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from "node:crypto";
import { promisify } from "node:util";

/** What a record shows instead of a password; sent back, it changes nothing (api-contract §11.2). */
export const passwordMask = "********";

const derive = promisify(scrypt) as (
  password: string,
  salt: Buffer,
  length: number,
  options: ScryptOptions,
) => Promise<Buffer>;
const cost = { N: 16_384, r: 8, p: 1 };
const keyLength = 32;

/** A link password as it is stored: `scrypt:<salt>:<key>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await derive(password.normalize("NFC"), salt, keyLength, cost);
  return `scrypt:${salt.toString("base64url")}:${key.toString("base64url")}`;
}

/** Whether `password` is the one stored, in constant time (domain-rules L7). */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [scheme, salt, key] = stored.split(":");
  if (scheme !== "scrypt" || salt === undefined || key === undefined) return false;
  const expected = Buffer.from(key, "base64url");
  const actual = await derive(password.normalize("NFC"), Buffer.from(salt, "base64url"), expected.length, cost);
  return timingSafeEqual(actual, expected);
}
