import type { PedidoAnswer } from '@imprimitodo/shared/api/pedidos'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice/notice.tsx'
import { Code, Ticket } from '../ui/paper/ticket.tsx'
import { Qr } from '../ui/picture/qr.tsx'
import { saveQrPng } from '../ui/picture/qr-png.ts'
import { ROTULO } from '../ui/state/nombre.ts'
import styles from './pedido-page.module.css'

/** The pickup ticket. Its QR is an address, so that any phone's camera can open it. */
export function CodigoRetiro({ pedido, codigo }: { pedido: PedidoAnswer; codigo: string }) {
  const { numero, sucursal, sucursal_direccion, modo_entrega } = pedido
  const address = `${window.location.origin}/c/${codigo}`
  const isDelivery = modo_entrega === 'delivery'
  const [failed, setFailed] = useState(false)
  const save = async () => {
    setFailed(false)
    try {
      const foot = isDelivery
        ? 'Mostralo al recibir el pedido'
        : `Mostralo en el mostrador de ${sucursal ?? 'la sucursal'}`
      await saveQrPng(`pedido-${numero ?? codigo}.png`, address, [
        `${ROTULO} · Pedido ${numero ?? ''}`,
        codigo,
        foot,
      ])
    } catch {
      setFailed(true)
    }
  }
  return (
    <Ticket
      title={isDelivery ? 'Tu código de entrega' : 'Tu código de retiro'}
      stub={
        <>
          <p className={styles.where}>
            {isDelivery ? (
              'Mostralo a quien te lleve el pedido.'
            ) : (
              <>
                Mostralo en el mostrador de <b>{sucursal}</b>
                {sucursal_direccion && `, ${sucursal_direccion}`}.
              </>
            )}
          </p>
          <Button variant="primary" wide icon={Download} onClick={() => void save()}>
            Guardar el código
          </Button>
          {failed && (
            <Notice tone="error">No pudimos guardar la imagen. Anotá el código o sacale una captura.</Notice>
          )}
        </>
      }
    >
      <Qr text={address} label={`QR del código ${codigo}`} className={styles.qr} />
      <Code>{codigo}</Code>
    </Ticket>
  )
}
