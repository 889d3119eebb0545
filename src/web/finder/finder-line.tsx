import { Link } from 'react-router'
import { paths } from '#web/paths.ts'
import { SkinProfileButton } from '#web/profile/skin-profile-button.tsx'

/** Above the shelves, for shoppers who don't know what to look for. */
export function FinderLine() {
  return (
    <div className="wrap flex flex-wrap items-center gap-x-8 gap-y-1 pt-5 text-small">
      <p>
        Not sure?{' '}
        <Link className="underlined" to={paths.skinFinder()}>
          Skin finder: four questions
        </Link>
      </p>
      <SkinProfileButton className="underlined" />
    </div>
  )
}
