import { cautionText } from '#domain/catalogue/cautions.ts'

type MarksProps = {
  skinTypes: readonly string[]
  cautions: readonly { groups: readonly string[]; names: string }[]
}

/** What a shopper should avoid. The browser decides which of it is shown: see show-profile.ts. */
export function Marks({ skinTypes, cautions }: MarksProps) {
  return (
    <>
      {cautions.map((caution) => (
        <p className="mark" data-groups={caution.groups.join(' ')} key={caution.names}>
          {cautionText(caution)}
        </p>
      ))}
      {skinTypes.length > 0 && (
        <p className="mark" data-skins={skinTypes.join(' ')}>
          Not listed for your skin type
        </p>
      )}
    </>
  )
}

/** On an ingredient itself. */
export function LeftOutMark({ groups }: { groups: readonly string[] }) {
  return groups.length === 0 ? null : (
    <p className="mark" data-groups={groups.join(' ')}>
      You leave this out
    </p>
  )
}
