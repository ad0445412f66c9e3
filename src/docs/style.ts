/** The style of all pages of the documentation, in light and in dark. */
export const STYLE = `
:root{color-scheme:light dark;--text:#1c2430;--soft:#566070;--line:#d9dee6;--back:#fff;--raised:#f5f7fa;--link:#0b5cad;--mark:#fff3c4}
@media(prefers-color-scheme:dark){:root{--text:#e4e8ee;--soft:#a3adba;--line:#333c48;--back:#14181e;--raised:#1d232b;--link:#7db8f5;--mark:#4a3f12}}
*{box-sizing:border-box}
html{scroll-padding-top:5rem}
body{margin:0;background:var(--back);color:var(--text);font:1rem/1.55 system-ui,sans-serif}
header{position:sticky;top:0;z-index:1;display:flex;flex-wrap:wrap;gap:.5rem 1.5rem;align-items:center;padding:.6rem 1.25rem;background:var(--raised);border-bottom:1px solid var(--line)}
header .home{font-weight:600;color:var(--text);text-decoration:none}
header search{flex:1 1 16rem;max-width:34rem}
header search,header form{display:flex;gap:.5rem;align-items:center}
header form{flex:1}
header label{color:var(--soft);font-size:.875rem}
header input{flex:1;min-width:0;padding:.4rem .6rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:6px}
header button{padding:.4rem .8rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:6px;cursor:pointer}
header nav{display:flex;gap:1.25rem}
main{max-width:56rem;margin:0 auto;padding:1.5rem 1.25rem 4rem;outline:0}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--link);outline-offset:2px}
h1,h2,h3,h4{line-height:1.25;margin:2rem 0 .75rem}
h1{margin-top:0;font-size:1.75rem}
h2{font-size:1.3rem}
h3{font-size:1.1rem}
h1,h2,h3,h4,p,li{overflow-wrap:break-word}
code{font:.875em ui-monospace,monospace;overflow-wrap:anywhere}
p code,li code,td code{padding:.1em .3em;background:var(--raised);border-radius:4px}
pre{padding:.8rem 1rem;overflow:auto;background:var(--raised);border:1px solid var(--line);border-radius:6px}
pre code{overflow-wrap:normal}
.table{overflow:auto}
table{border-collapse:collapse;font-size:.9375rem}
th,td{padding:.4rem .75rem .4rem 0;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem;top:.5rem;z-index:2;background:var(--back)}
.found{color:var(--soft)}
.results{padding:0;list-style:none}
.results li{margin:0 0 1.25rem}
.results p{margin:.2rem 0 0;color:var(--soft)}
.entry{padding-top:.5rem;border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 24rem}
.entry:target h3{background:var(--mark)}
[hidden]{display:none}
`
