/** The parts of EasyPost's objects that a shop sends or reads; names are EasyPost's. */
export type Address = {
  name?: string
  street1?: string
  street2?: string
  city?: string
  state?: string
  zip?: string
  country?: string
  phone?: string
  residential?: boolean
}

export type Parcel = { length: number; width: number; height: number; weight: number }

export type Rate = {
  id: string
  object: 'Rate'
  mode: 'test'
  carrier: string
  service: string
  /** Dollars, as text. */
  rate: string
  currency: 'USD'
  delivery_days: number
  shipment_id: string
}

export const TRACKER_STATUSES = [
  'unknown',
  'pre_transit',
  'in_transit',
  'out_for_delivery',
  'delivered',
  'available_for_pickup',
  'return_to_sender',
  'failure',
  'cancelled',
  'error',
] as const
export type TrackerStatus = (typeof TRACKER_STATUSES)[number]

export type Tracker = {
  id: string
  object: 'Tracker'
  mode: 'test'
  tracking_code: string
  status: TrackerStatus
  shipment_id: string
  carrier: string
  tracking_details: { object: 'TrackingDetail'; status: TrackerStatus; message: string; datetime: string }[]
  updated_at: string
}

export type Shipment = {
  id: string
  object: 'Shipment'
  mode: 'test'
  reference: string | null
  to_address: Address
  from_address: Address
  parcel: Parcel
  rates: Rate[]
  selected_rate: Rate | null
  postage_label: { object: 'PostageLabel'; label_url: string; label_file_type: string; label_size: string } | null
  tracking_code: string | null
  tracker: Tracker | null
  refund_status: 'submitted' | 'refunded' | 'rejected' | null
  created_at: string
}

export type Webhook = {
  id: string
  object: 'Webhook'
  mode: 'test'
  url: string
  disabled_at: null
  /** Never sent in a response. */
  secret: string
}
