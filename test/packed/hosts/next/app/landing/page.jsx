import Link from "next/link";

export default function Page() {
  return (
    <>
      <p hidden data-referrals-offer />
      <Link href="/landing/checkout">Checkout</Link>
    </>
  );
}
