import { afterAll } from "vitest";
import { endChildren } from "./child-processes.ts";

// A test that fails does not reach the line that ends what it started.
afterAll(endChildren);
