/** The icons of the console: own drawings on a grid of 24, in lines of the colour of the text. */

const PATHS = {
  overview: 'M4 4h7v7H4zM15 4h5v4h-5zM15 12h5v8h-5zM4 15h7v5H4z',
  time: 'M3 12h4m2 0h6m2 0h4M9 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM19 12a2 2 0 1 1-4 0 2 2 0 0 1 4 0ZM7 10V6m10 8v4',
  journal: 'M6 3h13v18H6a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2ZM8 3v18M12 8h4m-4 4h4',
  queues: 'M4 8h14m-4-4 4 4-4 4M20 16H6m4-4-4 4 4 4',
  machines: 'M8 6H3v5h5zM21 13h-5v5h5zM8 8.5h6a4 4 0 0 1 4 4V13m-2 2.5h-6a4 4 0 0 1-4-4V11',
  requirements: 'M6 3h9l4 4v14H6zM15 3v4h4M9 14l2 2 4-5',
  tables: 'M4 4h16v16H4zM4 9.5h16M4 15h16M10 9.5V20',
  scenario: 'M10 6h10M10 12h10M10 18h10M3.5 6 5 7.5 7.5 4.5M3.5 12 5 13.5l2.5-3M4 18h2',
  faults: 'M13 3 5 14h6l-1 7 8-11h-6z',
  worlds: 'm12 3 9 5-9 5-9-5zM3 12l9 5 9-5M3 16l9 5 9-5',
  operations:
    'M8 4H7a2 2 0 0 0-2 2v3a3 3 0 0 1-2 3 3 3 0 0 1 2 3v3a2 2 0 0 0 2 2h1M16 4h1a2 2 0 0 1 2 2v3a3 3 0 0 0 2 3 3 3 0 0 0-2 3v3a2 2 0 0 1-2 2h-1M10 12h4',
  report: 'M4 20h16M7 20v-7m5 7V5m5 15v-10',
  exploration: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM15.5 8.5l-2 5-5 2 2-5z',
  mutants:
    'M12 8a4 5 0 0 1 4 5v2a4 5 0 0 1-8 0v-2a4 5 0 0 1 4-5ZM9.5 8.6 8 5m6.5 3.6L16 5M8 13H4m4 4-3 2.5M8 10 5 7.5M16 13h4m-4 4 3 2.5M16 10l3-2.5M12 8v12',
  failure: 'M12 3 2.5 20h19zM12 9.5v5M12 17v.01',
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M8 5v14M16 5v14',
  next: 'M5 5v14l10-7zM19 5v14',
  jump: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 7v5l3.5 2',
  past: 'M4 12a8 8 0 1 0 2.5-5.8M4 4v4h4M12 8v4l3 2',
  earlier: 'M15 6l-6 6 6 6',
  later: 'M9 6l6 6-6 6',
  menu: 'M4 7h16M4 12h16M4 17h16',
  search: 'M17 11a6 6 0 1 1-12 0 6 6 0 0 1 12 0ZM15.5 15.5 20 20',
  help: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M12 17v.01',
  light:
    'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 2.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z',
  system: 'M3 5h18v11H3zM9 20h6m-3-4v4',
  opened: 'M6 9l6 6 6-6',
  closed: 'M9 6l6 6-6 6',
  close: 'M6 6l12 12M18 6 6 18',
} as const

export type IconName = keyof typeof PATHS

/** Decoration beside a text or in a control with a label. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon icon-${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The mark of reqsim: a clock whose hands are a check mark. `index.html` has it as the icon of the page. */
export function Mark() {
  return (
    <svg class="mark-of-reqsim" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M26 16a10 10 0 1 1-6-9.17M11 15.5l4.5 4.5L26 8.5" />
    </svg>
  )
}
