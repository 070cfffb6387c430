import { configure } from "@testing-library/react";

/** Every effect runs twice, as in a host's development build. */
configure({ reactStrictMode: true });
