const SHAPES = {
  cleanse: (
    <>
      <path d="M14 40c0 8 8 14 18 14s18-6 18-14H14Z" />
      <path d="M10 40h44M24 33c2-3 5-3 8 0s6 3 8 0" />
      <path d="M32 8c4 6 6 9 6 12a6 6 0 0 1-12 0c0-3 2-6 6-12Z" />
    </>
  ),
  hydrate: (
    <>
      <path d="M32 10c9 12 14 20 14 27a14 14 0 0 1-28 0c0-7 5-15 14-27Z" />
      <path d="M25 38a7 7 0 0 0 7 8" />
    </>
  ),
  treat: (
    <>
      <path d="M27 30h10v8l6 4v12a2 2 0 0 1-2 2H23a2 2 0 0 1-2-2V42l6-4v-8Z" />
      <path d="M28 30V14a4 4 0 0 1 8 0v16M24 24h16M21 47h22" />
    </>
  ),
  moisturize: (
    <>
      <path d="M14 32h36v18a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V32Z" />
      <path d="M12 24h40v8H12zM22 42c3-3 6-3 10 0s7 3 10 0" />
    </>
  ),
  seal: (
    <>
      <path d="M32 54V26" />
      <path d="M32 34c-10 0-15-6-16-16 10 0 16 6 16 16ZM32 28c9-1 13-6 14-16-9 1-14 7-14 16Z" />
      <path d="M22 54h20" />
    </>
  ),
  sun: (
    <>
      <circle cx="32" cy="32" r="10" />
      <path d="M32 10v6M32 48v6M10 32h6M48 32h6M16.5 16.5l4 4M43.5 43.5l4 4M47.5 16.5l-4 4M20.5 43.5l-4 4" />
    </>
  ),
} as const

type RoutineIconName = keyof typeof SHAPES

export function isRoutineIcon(name: string): name is RoutineIconName {
  return Object.hasOwn(SHAPES, name)
}

export function RoutineIcon({ name }: { name: RoutineIconName }) {
  return (
    <svg
      className="size-18 text-amber"
      viewBox="0 0 64 64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
      focusable="false"
    >
      {SHAPES[name]}
    </svg>
  )
}
