/** Words of the dashboard for pages and mails of the service, which are not drawn by React. Not an entry of the package. */
export type { Format } from "../dashboard/format/create-format.ts";
export { offerText, wholeReward, type OfferText } from "../dashboard/format/reward-text.ts";
export { countryOptions } from "../dashboard/forms/country-options.ts";
export { fieldsOfForm, type FieldSpec, type FieldValue, type FieldValues } from "../dashboard/forms/field-spec.ts";
export { readForm } from "../dashboard/forms/read-field.ts";
export { validateField } from "../dashboard/forms/validate-field.ts";
export { loadLocale, packs } from "../locales/load-locale.ts";
export type { ReferralsMessageKey } from "../locales/message-key.ts";
export { resolveLocale, type ResolvedLocale } from "../locales/resolve-locale.ts";
export { readerFormat, type ReaderFormat } from "./reader-format.ts";
