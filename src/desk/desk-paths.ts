/** Every address of the desk; the route table names the same ones. */
export const deskPaths = {
  today: () => '/admin',
  live: () => '/admin/live',
  signIn: (next?: string) => (next ? `/admin/sign-in?${new URLSearchParams({ next })}` : '/admin/sign-in'),
  signOut: () => '/admin/sign-out',
  link: (token: string) => `/admin/link/${token}`,
  passkeyOptions: () => '/admin/passkey/options',
  passkeySignIn: () => '/admin/passkey/sign-in',

  account: () => '/admin/account',
  password: () => '/admin/account/password',
  newPasskeyOptions: () => '/admin/account/passkeys/options',
  newPasskey: () => '/admin/account/passkeys',
  removePasskey: () => '/admin/account/passkeys/remove',
  endSession: (id: string) => `/admin/account/sessions/${id}/end`,

  team: () => '/admin/team',
  memberLink: (id: string) => `/admin/team/${id}/link`,
  memberRole: (id: string) => `/admin/team/${id}/role`,
  removeMember: (id: string) => `/admin/team/${id}/remove`,
}
