/** The look of the pages where partners sign in, light and dark. */
export const style = `
:root{color-scheme:light dark;--bg:#fff;--text:#18181b;--soft:#52525b;--line:#e4e4e7;--accent:#18181b;--on-accent:#fff}
@media (prefers-color-scheme:dark){:root{--bg:#09090b;--text:#fafafa;--soft:#a1a1aa;--line:#27272a;--accent:#fafafa;--on-accent:#18181b}}
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
main:not(.card){max-width:72rem;margin:0 auto;padding:1.25rem}
.note{margin-block-end:1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}
`;
