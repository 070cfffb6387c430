import Head from "next/head";
import { ReferralsEmbed } from "referrals-embed";

export const getServerSideProps = () => ({ props: { appUrl: process.env.APP_URL, token: process.env.TOKEN } });

export default function Page({ appUrl, token }) {
  return (
    <>
      <Head>
        <link rel="icon" href="data:," />
      </Head>
      <ReferralsEmbed data="referrals" appUrl={appUrl} token={() => Promise.resolve(token)} theme="dark" />
    </>
  );
}
