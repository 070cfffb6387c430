import type { ReactNode } from "react";

export const metadata = { title: "Refer and earn", icons: "data:," };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
