import { useEffect, useState } from "react";

/** Pages of the app, by the part of the address after `#`. */
export const pages = { referrals: "Referrals", account: "Account", screens: "Screens" } as const;

/** A page of the app. */
export type PageName = keyof typeof pages;

const current = (): PageName => {
  const name = location.hash.slice(1);
  return Object.hasOwn(pages, name) ? (name as PageName) : "referrals";
};

/** The page the address names; its title and the focus follow, as with a page that is loaded. */
export function usePage(): PageName {
  const [page, setPage] = useState(current);
  useEffect(() => {
    const follow = (): void => {
      setPage(current());
      window.scrollTo(0, 0);
      document.getElementById("content")?.focus({ preventScroll: true });
    };
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    document.title = `${pages[page]} · Northlight`;
  }, [page]);
  return page;
}
