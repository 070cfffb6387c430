"use client";

import { useEffect, useState } from "react";

export default function Page() {
  const [code, setCode] = useState("");
  useEffect(() => {
    const take = (offer) => offer?.code && setCode(offer.code);
    const hear = ({ detail }) => take(detail);
    // Loaded as the first page, this one is here before the script.
    document.addEventListener("referrals-offer", hear);
    window.refAnalytics?.("offer", take);
    return () => document.removeEventListener("referrals-offer", hear);
  }, []);
  return (
    <>
      <p hidden data-referrals-code />
      <input name="code" value={code} onChange={(event) => setCode(event.target.value)} />
    </>
  );
}
