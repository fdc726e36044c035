import { FileText, Receipt } from 'lucide-react'
import { BusyButton } from '../busy-button.tsx'
import type { Pdfs } from '../pedido/trabajos/use-pdfs.ts'
import styles from './cuentas.module.css'

export type Recibos = Pick<Pdfs, 'busy' | 'view'>

const PAPELES = [
  { papel: '80mm', label: 'Recibo en 80 mm', icon: Receipt },
  { papel: 'a4', label: 'Recibo en A4', icon: FileText },
] as const

/** The receipt of a payment, opened in a tab to be printed. */
export function ReciboButtons({
  cuenta: { id },
  movimiento_id,
  recibos,
}: {
  cuenta: { id: number }
  movimiento_id: number
  recibos: Recibos
}) {
  return (
    <div className={styles.botones}>
      {PAPELES.map(({ papel, label, icon }) => {
        const key = `recibo-${movimiento_id}-${papel}`
        return (
          <BusyButton
            key={papel}
            size="medium"
            icon={icon}
            isBusy={recibos.busy.includes(key)}
            busyText="Preparando…"
            about={` ${movimiento_id}`}
            onClick={() =>
              void recibos.view({
                key,
                titulo: `el recibo ${movimiento_id}`,
                fileName: `Recibo-${movimiento_id}.pdf`,
                path: `/api/mostrador/cuentas-corrientes/${id}/recibos/${movimiento_id}.pdf?papel=${papel}`,
              })
            }
          >
            {label}
          </BusyButton>
        )
      })}
    </div>
  )
}
