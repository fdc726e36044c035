import type { Impresora } from '@imprimitodo/shared/api/impresion'
import { Notice } from '../../ui/notice/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { useAccion } from '../impresion/queries.ts'
import { ask } from '../session/ask.ts'
import styles from './impresoras.module.css'

/**
 * The certificate at an ipps:// address: the first one is trusted, a changed one needs the owner's consent.
 */
export function Certificado({ impresora, isOwner }: { impresora: Impresora; isOwner: boolean }) {
  const { mutate, isPending } = useAccion()
  const { id, nombre, uri, huella, huella_vista } = impresora
  if (!/^ipps:/i.test(uri)) return null
  if (!huella)
    return (
      <p className={styles.visto}>Certificado: se va a anotar el primero que muestre, y solo ese vale.</p>
    )
  if (!huella_vista)
    return (
      <p className={styles.visto}>
        Certificado anotado: <Huella huella={huella} />
      </p>
    )
  return (
    <div>
      <Notice tone="warning">
        <p>
          <b>
            Cambió su certificado: no se le manda nada hasta que{' '}
            {isOwner ? 'lo aceptes' : 'el dueño lo acepte'}.
          </b>{' '}
          Es normal si la restablecieron, la actualizaron o la cambiaron por otra. Si nadie la tocó, puede
          haber otro aparato en su dirección: fijate antes de aceptar.
        </p>
        <p>
          Anotado: <Huella huella={huella} />
        </p>
        <p>
          Ahora muestra: <Huella huella={huella_vista} />
        </p>
        {isOwner && (
          <BusyButton
            size="medium"
            isBusy={isPending}
            busyText="Aceptando…"
            about={` de ${nombre}`}
            onClick={() =>
              mutate({
                run: () =>
                  ask('POST /api/mostrador/impresoras/:id/huella', {
                    params: { id },
                    body: { huella: huella_vista },
                  }),
                done: `${nombre}: certificado aceptado. En un minuto vuelve a imprimir.`,
              })
            }
          >
            Aceptar el certificado nuevo
          </BusyButton>
        )}
      </Notice>
    </div>
  )
}

/** In groups, to be compared with the printer's own panel. */
const Huella = ({ huella }: { huella: string }) => (
  <code className={styles.huella}>{huella.match(/.{1,8}/g)?.join(' ')}</code>
)
