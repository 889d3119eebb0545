export type ShownAlert = {
  id: string
  title: string
  subject: string
  detail: string
  createdAt: Date
  seenAt: Date | null
  /** What ended it; undefined while it still asks for something. */
  resolution: string | undefined
}
