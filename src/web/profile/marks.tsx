import { cautionText } from '#domain/catalogue/cautions.ts'

type MarksProps = {
  skinTypes?: readonly string[]
  cautions: readonly { groups: readonly string[]; names: string }[]
  /** Instead of naming what is in it. */
  text?: string
}

/** What isn't for somebody. Which of it is shown is up to their own browser: see show-profile.ts. */
export function Marks({ skinTypes, cautions, text }: MarksProps) {
  return (
    <>
      {cautions.map((caution) => (
        <p className="mark" data-groups={caution.groups.join(' ')} key={caution.names}>
          {text ?? cautionText(caution)}
        </p>
      ))}
      {skinTypes && skinTypes.length > 0 && (
        <p className="mark" data-skins={skinTypes.join(' ')}>
          Not listed for your skin type
        </p>
      )}
    </>
  )
}
