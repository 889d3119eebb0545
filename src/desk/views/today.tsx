import { ScreenHead } from '#desk/ui/screen.tsx'

export function Today({ day }: { day: string }) {
  return <ScreenHead title="Today" lead={day} />
}
