import Script from "next/script";

export const dynamic = "force-dynamic";

/** Next.js loads the script once React has taken the page over, so that nothing it fills is in React's way. */
export default function Layout({ children }) {
  const url = process.env.SERVICE_URL;
  const domains = JSON.stringify({ refer: new URL(url).host });
  return (
    <>
      <Script src={`${url}/assets/analytics.js`} data-domains={domains} data-offer-banner="bottom" />
      {children}
    </>
  );
}
