export type ShownAlert = {
  id: string
  title: string
  subject: string
  detail: string
  createdAt: Date
  seenAt: Date | null
  /** How it was resolved; undefined while it still needs action. */
  resolution: string | undefined
}
