const SHAPES = {
  sun: (
    <>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4" />
    </>
  ),
  package: (
    <>
      <path d="M4 8.5 12 4l8 4.5v7L12 20l-8-4.5z" />
      <path d="m4 8.5 8 4.5 8-4.5M12 13v7M8 6.3l8 4.5" />
    </>
  ),
  speech: <path d="M4 5h16v11H11l-4.5 3.5V16H4z" />,
  leaf: (
    <>
      <path d="M5 19C4 10 10 5 20 4.5 20 14 15 19.5 7 18.5" />
      <path d="M4 20.5C7 15 10.5 12 14.5 10" />
    </>
  ),
  page: <path d="M6 3.5h8l4 4v13H6zM14 3.5v4h4M9 12h6M9 16h6" />,
  tag: (
    <>
      <path d="M4 4h8l8 8-8 8-8-8z" />
      <circle cx="8.5" cy="8.5" r="1.3" />
    </>
  ),
  letter: <path d="M4 6h16v12H4zM4 7l8 6 8-6" />,
  coins: (
    <>
      <ellipse cx="12" cy="7" rx="7" ry="3" />
      <path d="M5 7v5c0 1.7 3.1 3 7 3s7-1.3 7-3V7M5 12v5c0 1.7 3.1 3 7 3s7-1.3 7-3v-5" />
    </>
  ),
  receipt: <path d="M6 3.5h12v17l-3-2-3 2-3-2-3 2zM9 8h6M9 12h6" />,
  book: <path d="M5 4h13v16H7a2 2 0 0 1-2-2zM5 18a2 2 0 0 1 2-2h11M9 8h5" />,
  person: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6" />,
  people: (
    <>
      <circle cx="9" cy="8.5" r="3.2" />
      <path d="M3 19c.4-3.6 2.8-5.5 6-5.5s5.6 1.9 6 5.5M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17 13.9c2.3.6 3.7 2.3 4 5.1" />
    </>
  ),
  key: (
    <>
      <circle cx="8" cy="15" r="4" />
      <path d="m11 12 8.5-8.5M16 7l3 3M13.5 9.5l2 2" />
    </>
  ),
  sliders: (
    <>
      <path d="M4 7h9M17 7h3M4 12h3M11 12h9M4 17h7M15 17h5" />
      <circle cx="15" cy="7" r="2" />
      <circle cx="9" cy="12" r="2" />
      <circle cx="13" cy="17" r="2" />
    </>
  ),
  find: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20.5 20.5" />,
  up: <path d="m5 14.5 7-7 7 7" />,
  down: <path d="m5 9.5 7 7 7-7" />,
  check: <path d="m5 12.5 4.5 4.5L19 7.5" />,
  cross: <path d="m6 6 12 12M18 6 6 18" />,
  grip: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="2.4" strokeLinecap="round" />,
  more: <path d="M5 12h.01M12 12h.01M19 12h.01" strokeWidth="2.6" strokeLinecap="round" />,
} as const

export type DeskIconName = keyof typeof SHAPES

/** Decorative: the text next to it says what it means. */
export function DeskIcon({ name }: { name: DeskIconName }) {
  return (
    <svg
      className="size-[22px] shrink-0"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  )
}
