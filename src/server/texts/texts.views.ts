import type { TextKey } from '#domain/texts/text-pages.ts'

/** A page in the list of all. */
export type TextPageLine = {
  key: TextKey
  /** When the current version was published; undefined for the original text. */
  live: Date | undefined
  /** When the next version will be published. */
  scheduled: Date | undefined
  hasDraft: boolean
}

export type TextVersionLine = {
  id: string
  state: 'draft' | 'scheduled' | 'live' | 'old'
  at: Date
  author: string | null
  /** Names of the sections that differ from the original text. */
  changes: string
}

/** An uploaded picture to choose. */
export type PictureChoice = {
  address: string
  /** A small one, for a list. */
  src: string
  words: string
}

export type TextsAtDesk = {
  key: TextKey
  /** Its address in the shop; emails don't have one. */
  path: string | undefined
  hasDraft: boolean
  /** "2 min ago". */
  draftAt: string | undefined
  live: Date | undefined
  /** Slots in the form that differ from the original text. */
  edited: ReadonlySet<string>
  versions: readonly TextVersionLine[]
  pictures: readonly PictureChoice[]
  /** Pages that a link can lead to. */
  places: readonly (readonly [address: string, label: string])[]
}
