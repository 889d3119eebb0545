/** Addresses of shipping labels. Separate from the others, which are part of the desk's first script. */
export const labelPaths = {
  buyLabels: () => '/admin/orders/buy-labels',
  boughtLabels: (ids: readonly string[]) => `/admin/orders/bought-labels?${idsOf(ids)}`,
  printLabels: (ids: readonly string[], withSlips = false) =>
    `/admin/orders/${withSlips ? 'slips?labels=yes&' : 'labels?'}${idsOf(ids)}`,
  buyLabel: (id: string) => `/admin/orders/${id}/buy-label`,
  labelImage: (id: string, labelId: string) => `/admin/orders/${id}/labels/${labelId}/label.png`,
  voidLabel: (id: string, labelId: string) => `/admin/orders/${id}/labels/${labelId}/void`,
  labelSettings: () => '/admin/settings/labels',
  connectCarrier: () => '/admin/settings/labels/connect',
  disconnectCarrier: () => '/admin/settings/labels/disconnect',
  packaging: () => '/admin/settings/labels/packaging',
}

function idsOf(ids: readonly string[]): string {
  return ids.map((id) => `id=${id}`).join('&')
}
