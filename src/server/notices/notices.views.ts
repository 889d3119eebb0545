export type DeviceLine = {
  id: string
  name: string
  createdAt: Date
  /** When it last showed a notification. */
  usedAt: Date | null
  /** False once its session has ended: it is sent nothing. */
  isSignedIn: boolean
}
