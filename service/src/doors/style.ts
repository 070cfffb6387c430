/** The look of the pages where partners sign in, light and dark: colours are those of the dashboard, which stands in one of them. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--text:#181818;--soft:#636363;--line:#e6e6e6;--accent:#2867e4;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#0d0e11;--text:#e7e8ea;--soft:#a3a4a9;--line:#2a2b2e}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:16px/1.5 system-ui,sans-serif}
h1{font-size:1.125rem;line-height:1.4;margin:0;overflow-wrap:anywhere}
p{margin:0;color:var(--soft);overflow-wrap:anywhere}
img{border-radius:6px;object-fit:contain}
button{font:inherit;font-size:.875rem;min-height:2.25rem;padding:.25rem .75rem;border:1px solid var(--line);border-radius:8px;background:none;color:inherit;cursor:pointer}
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.primary{width:100%;min-height:2.75rem;font-size:1rem;font-weight:600;border-color:var(--accent);background:var(--accent);color:var(--on-accent)}
.card{max-width:24rem;margin:max(2rem,18vh) auto 2rem;padding:0 1.25rem;display:grid;gap:1rem}
header{display:flex;flex-wrap:wrap;align-items:center;gap:.75rem;padding:.75rem 1.25rem;border-block-end:1px solid var(--line)}
header h1{flex:1;min-width:8rem}
header form{display:flex;flex-wrap:wrap;gap:.5rem}
main:not(.card){max-width:72rem;margin:0 auto}
.note{margin:1rem 1.25rem 0;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}
`;
