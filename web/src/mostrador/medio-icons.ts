import { Banknote, CreditCard, Landmark, NotebookPen, QrCode } from 'lucide-react'

/** The icon of each way of paying at the counter. */
export const MEDIO_ICONS = {
  efectivo: Banknote,
  transferencia: Landmark,
  mercadopago: QrCode,
  posnet: CreditCard,
  cuenta: NotebookPen,
}
