import express from "express";
import { createReferralsClient } from "referrals-embed/server";

// The secret key stays here. REFERRALS_API_URL is the service's address with /api.
const referrals = createReferralsClient({
  apiKey: process.env.REFERRALS_API_KEY,
  baseUrl: process.env.REFERRALS_API_URL,
});
const app = express();

/** Stands for your sign-in: take the user from the session, never from the request's body, and only with a verified e-mail. */
function requireUser(req, res, next) {
  req.user = { id: "user_react", name: "Rea React", email: "rea@mail.test", image: "https://host.test/rea.png" };
  next();
}

app.post("/api/referrals-token", requireUser, async (req, res) => {
  const { id, name, email, image } = req.user;
  const body = await referrals.embedTokens.referrals({ tenantId: id, partner: { name, email, image, tenantId: id } });
  res.set("Cache-Control", "no-store").json(body);
});

app.use(express.static("dist"));

const port = process.env.PORT ?? 3000;
app.listen(port, () => console.log(`http://localhost:${port}`));
