/** The look of the pages where people apply and sign in, light and dark: colours are those of the dashboard, which stands in one of them. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--text:#181818;--soft:#636363;--line:#e6e6e6;--edge:#8a8a8a;--wrong:#c02b1d;--accent:#2867e4;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0d0e11;--text:#e7e8ea;--soft:#a3a4a9;--line:#2a2b2e;--edge:#74757b;--wrong:#ff8a7a}}
*{box-sizing:border-box}
body{margin:0;overflow-wrap:anywhere;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.125rem;line-height:1.4;margin:0}
p{margin:0;color:var(--soft)}
img{border-radius:6px;object-fit:contain}
button{font:inherit;font-size:.875rem;min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.primary{width:100%;min-height:2.75rem;font-size:1rem;font-weight:600;border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.card{max-width:24rem;margin:max(2rem,18vh) auto 2rem;padding:0 1.25rem;display:grid;gap:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding:.75rem 1.25rem;border-block-end:1px solid var(--line)}
header h1{flex:1;min-width:8rem}
header form{display:flex;flex-wrap:wrap;gap:.5rem}
main:not(.card,.split){max-width:72rem;margin:0 auto}
h2{font-size:1.0625rem;line-height:1.4;margin:0}
a{color:inherit;text-underline-offset:.2em}
ul{margin:0;padding-inline-start:1.25rem}
form{margin:0}
.card form,.panel form{display:grid;gap:1rem}
.field{display:grid;gap:.375rem;min-width:0;margin:0;padding:0;border:0}
.field label,.field legend{font-size:.875rem;font-weight:500;padding:0}
.field small{color:var(--soft);font-weight:400;margin-inline-start:.375rem}
input:not([type=checkbox]),select,textarea{font:inherit;width:100%;min-height:2.75rem;padding:.5rem .75rem;border:1px solid var(--edge);border-radius:8px;background:var(--bg);color:inherit}
textarea{resize:vertical}
input:focus-visible,select:focus-visible,textarea:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px;border-radius:8px}
[aria-invalid=true]:is(input,select,textarea){border-color:var(--wrong)}
.error{color:var(--wrong);font-size:.875rem}
.field .choice{display:flex;gap:.625rem;align-items:flex-start;font-weight:400;padding-block:.25rem}
.choice input{width:1.125rem;height:1.125rem;margin:.125rem 0 0;flex:none;accent-color:var(--accent)}
.split{max-width:64rem;margin:0 auto;padding:2.5rem 1.25rem;display:grid;gap:2.5rem}
.split section{display:grid;gap:1rem;align-content:start;min-width:0}
.split h1{font-size:1.75rem;line-height:1.2;font-weight:650;letter-spacing:-.01em;text-wrap:balance}
.name{display:flex;align-items:center;gap:.75rem;color:var(--text);font-weight:500}
.name bdi{min-width:0}
.panel{padding:1.5rem;border:1px solid var(--line);border-radius:12px}
.aside{font-size:.875rem}
.split .faq{gap:.5rem}
details{border-block-start:1px solid var(--line);padding-block:.75rem}
summary{cursor:pointer;font-weight:500}
details p{padding-block-start:.5rem;white-space:pre-line}
@media (min-width:52rem){.panel{grid-area:1/2/span 2}.split{grid-template-rows:auto 1fr;grid-template-columns:minmax(0,1fr) minmax(0,26rem);gap:4rem;padding-block:5rem}.split h1{font-size:2.25rem}}
header select{width:auto;min-height:2.25rem;max-width:12rem;padding-block:.25rem;font-size:.875rem}
.card .note,.panel .note{margin:0}
.note{margin:1rem 1.25rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}
`;
