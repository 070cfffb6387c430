export interface User {
  id: string;
  name: string;
  email: string;
  image: string;
}

/** Stands for your sign-in: read the session's cookie here, and answer only users with a verified e-mail. */
export async function currentUser(): Promise<User | undefined> {
  return { id: "user_next", name: "Nele Next", email: "nele@mail.test", image: "https://host.test/nele.png" };
}
