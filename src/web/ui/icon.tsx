const SHAPES = {
  search: (
    <>
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" />
    </>
  ),
  bag: (
    <>
      <path d="M4.5 8h15l-1 12.5h-13z" />
      <path d="M8.5 10V7a3.5 3.5 0 0 1 7 0v3" />
    </>
  ),
  menu: <path d="M3 7h18M3 12h18M3 17h18" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  minus: <path d="M5 12h14" />,
  plus: <path d="M5 12h14M12 5v14" />,
  arrow: <path d="M4 12h16m-6-6 6 6-6 6" />,
  share: (
    <>
      <path d="M12 15.5V3.5m-4 4 4-4 4 4" />
      <path d="M7 11H5v9.5h14V11h-2" />
    </>
  ),
  lock: (
    <>
      <path d="M5.5 11h13v9.5h-13z" />
      <path d="M8.5 11V7.5a3.5 3.5 0 0 1 7 0V11" />
    </>
  ),
  chevron: <path d="m6 9.5 6 6 6-6" />,
  leaf: (
    <>
      <path d="M5 19C4 11 9 4.5 20 4c.5 11-6 16-13 14.5" />
      <path d="M4 20.5c2-4 5-7 9-9" />
    </>
  ),
  truck: (
    <>
      <path d="M2.5 6h11v11h-11zM13.5 10h4l4 3.5V17h-8" />
      <circle cx="7" cy="17.5" r="2" />
      <circle cx="17.5" cy="17.5" r="2" />
    </>
  ),
  filter: <path d="M3 7h18M6.5 12h11M10 17h4" />,
  enlarge: <path d="M13.5 10.5 20 4m-6 0h6v6M10.5 13.5 4 20m6 0H4v-6" />,
  check: <path d="m4.5 12.5 5 5 10-11" />,
  return: <path d="M8.5 4.5 4 9l4.5 4.5M4 9h10.5a5 5 0 0 1 0 10H8" />,
  back: <path d="M20 12H4m6-6-6 6 6 6" />,
} as const

export type IconName = keyof typeof SHAPES

/** Decorative: the text next to it says what it means. */
export function Icon({ name, className = 'size-[22px]' }: { name: IconName; className?: string }) {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  )
}
