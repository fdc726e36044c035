import type { Recibido } from '@imprimitodo/shared/api/recepciones'
import { count } from '@imprimitodo/shared/rules/base/cantidad'
import { codigoRecepcionText } from '@imprimitodo/shared/rules/compra/recepcion'
import { CircleAlert, CircleCheck, Clock, QrCode } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { UploadBar } from '../../ui/notice/upload-bar.tsx'
import { Qr } from '../../ui/picture/qr.tsx'
import { useAtajo } from '../atajos/atajos.ts'
import styles from './celular.module.css'
import type { Recepcion } from './use-recepcion.ts'

/**
 * Files from the customer's phone: a code on the screen, and the files received. `children`: other buttons
 * beside its own.
 */
export function DesdeElCelular({
  disabled,
  recepcion: { abierta, isOpening, problema, abrir, recibidos },
  children,
}: {
  disabled: boolean
  recepcion: Recepcion
  children: ReactNode
}) {
  const [isShown, setShown] = useState(false)
  const coming = recibidos.filter(({ estado }) => estado === 'en_camino')
  const show = () => {
    setShown(true)
    if (!abierta || Date.parse(abierta.vence) < serverNow()) void abrir()
  }
  useAtajo('q', () => disabled || show())
  return (
    <>
      <div className={styles.linea}>
        <Button icon={QrCode} disabled={disabled} onClick={show}>
          Desde el celular
        </Button>
        {children}
        {!isShown && coming.length > 0 && (
          <p className="muted" role="status">
            {coming.length === 1 ? 'Está llegando un archivo' : `Están llegando ${coming.length} archivos`}{' '}
            del celular…
          </p>
        )}
      </div>
      {isShown && (
        <Dialog
          title="Que los mande desde su celular"
          onClose={() => setShown(false)}
          actions={
            <>
              <p className={styles.seguir}>Podés cerrar esto: lo que mande sigue llegando.</p>
              <Button aria-disabled={isOpening} onClick={() => void abrir()}>
                Nuevo código
              </Button>
              <Button variant="primary" onClick={() => setShown(false)}>
                Seguir con la venta
              </Button>
            </>
          }
        >
          {problema && <Notice tone="error">{problema}</Notice>}
          <div className={styles.dos}>
            <Codigo url={abierta?.url ?? null} codigo={abierta?.codigo ?? ''} />
            <div className={styles.pasos}>
              <ol>
                <li>Apunta la cámara a este código.</li>
                <li>Elige fotos o PDF, también de su WhatsApp.</li>
                <li>Aparecen acá solos, ya con precio.</li>
              </ol>
              <Vale vence={abierta?.vence ?? null} />
              <ul className={styles.llegan} aria-label="Lo que mandó">
                {recibidos.map((one) => (
                  <Fila key={one.subida} {...one} />
                ))}
              </ul>
            </div>
          </div>
        </Dialog>
      )}
    </>
  )
}

function Codigo({ url, codigo }: { url: string | null; codigo: string }) {
  const typed = url ? `${new URL(url).host}/subir/` : ''
  return (
    <div className={styles.codigo}>
      {url ? <Qr text={url} label="Código QR para mandar archivos" /> : <span className={styles.hueco} />}
      <p>
        Sin cámara: <b>{typed}</b>
        <b className={styles.letras}>{codigoRecepcionText(codigo)}</b>
      </p>
    </div>
  )
}

function Vale({ vence }: { vence: string | null }) {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  const left = vence ? Math.max(0, Math.floor((Date.parse(vence) - now) / 1_000)) : null
  return (
    <p className={styles.vale} role="timer">
      <Clock size={20} strokeWidth={2.2} aria-hidden />
      <span>
        <b>
          {left === 0 ? 'Venció: hacé otro código' : `Vale ${left === null ? '…' : minutesText(left)} min`}
        </b>
        y para esta venta sola
      </span>
    </p>
  )
}

const minutesText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

function Fila({ nombre, estado, paginas, bytes, llegado, problema }: Recibido) {
  const percent = Math.floor((llegado / bytes) * 100)
  return (
    <li>
      <p>
        <b>{nombre}</b>
        <span>
          {estado === 'en_camino'
            ? `Subiendo, ${percent} %`
            : estado === 'listo'
              ? `Listo, ${count(paginas ?? 0, 'página')}`
              : problema}
        </span>
        {estado === 'en_camino' && <UploadBar nombre={nombre} percent={percent} />}
      </p>
      {estado === 'listo' && <CircleCheck className={styles.ok} size={22} strokeWidth={2.2} aria-hidden />}
      {estado === 'rechazado' && (
        <CircleAlert className={styles.no} size={22} strokeWidth={2.2} aria-hidden />
      )}
    </li>
  )
}
