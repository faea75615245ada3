/** Inline style of the page for client authors. */
export const style = `
:root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 62rem; padding: 1rem; overflow-wrap: break-word; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; list-style: none; padding: 0; }
code, pre { font-family: ui-monospace, monospace; font-size: .9em; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid #8886; border-radius: .5rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
th, td { border: 1px solid #8886; padding: .3rem .6rem; text-align: left; vertical-align: top; }
details { border-top: 1px solid #8886; padding: .35rem 0; }
details details { margin-left: 1rem; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4rem; }
dl { margin: .25rem 0 .75rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0 0 .25rem 1rem; }
small { opacity: .8; }
`;
