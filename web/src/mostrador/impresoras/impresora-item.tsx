import type { Impresion, Impresora } from '@imprimitodo/shared/api/impresion'
import { hojasText } from '@imprimitodo/shared/rules/compra/textos'
import { waitsForAnswer } from '@imprimitodo/shared/rules/taller/impresion'
import { isTermica } from '@imprimitodo/shared/rules/taller/impresora'
import { FileCheck2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { AlertDialog } from '../../ui/dialog/alert-dialog.tsx'
import { Link } from '../../ui/link.tsx'
import { BusyButton } from '../busy-button.tsx'
import { ImpresionChip } from '../impresion/impresion-chip.tsx'
import { Pregunta } from '../impresion/pregunta.tsx'
import { askToCancel, useAccion } from '../impresion/queries.ts'
import { colaText, hojasDe } from '../impresion/textos.ts'
import { ask } from '../session/ask.ts'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { Certificado } from './certificado.tsx'
import { ImpresoraEditor } from './impresora-form.tsx'
import styles from './impresoras.module.css'
import { perfilText } from './perfil.ts'

export function ImpresoraItem({
  impresora,
  cola,
  isOwner,
}: {
  impresora: Impresora
  /** Its queue, the work being printed included, oldest first. */
  cola: Impresion[]
  isOwner: boolean
}) {
  const [open, setOpen] = useState<'cambiar' | 'retirar' | null>(null)
  const { mutate, isPending } = useAccion()
  const now = useNow()
  const { id, nombre, anda, texto, aviso, vista, en_cola, perfil } = impresora
  const can = perfilText(impresora)
  const prueba = pruebaOf(impresora)
  const close = () => setOpen(null)
  const change = (body: Cambio) =>
    mutate({
      run: () => ask('PATCH /api/mostrador/impresoras/:id', { params: { id }, body }),
      done: `${nombre}: guardado.`,
    })
  return (
    <li className={cx(styles.item, !anda && styles.atencion)}>
      <div className={styles.top}>
        <h3>{nombre}</h3>
        <p role="status" className={styles.estado}>
          <b>{texto}</b> · {colaText(en_cola)}
        </p>
        <p className={styles.visto}>{vista ? `Última noticia ${ageText(vista, now)}` : 'Nunca se la vio'}</p>
      </div>
      {aviso && (
        <p className={styles.aviso}>
          <TriangleAlert size={16} strokeWidth={2.4} aria-hidden /> {aviso}
        </p>
      )}
      <Certificado impresora={impresora} isOwner={isOwner} />
      <p className={styles.puede}>
        {perfil?.modelo && <b>{perfil.modelo}. </b>}
        {can
          ? `${can.join('. ')}.`
          : 'Todavía no se sabe qué puede hacer: falta que un agente de la sucursal la lea.'}
      </p>
      {cola.length > 0 && (
        <ol className={styles.cola} aria-label={`En ${nombre}`}>
          {cola.map((impresion) =>
            // An order's impresion is answered and cancelled on the order's page; a test page has none
            impresion.pedido_id === null && waitsForAnswer(impresion) ? (
              <li key={impresion.id}>
                <Pregunta impresion={impresion} />
              </li>
            ) : (
              <li key={impresion.id}>
                {impresion.pedido_id ? (
                  <Link to={`/mostrador/pedidos/${impresion.pedido_id}`}>Pedido {impresion.numero}</Link>
                ) : (
                  <span>Prueba</span>
                )}
                <span>
                  {impresion.nombre}, {hojasText(hojasDe(impresion), impresion.hoja)}
                </span>
                <ImpresionChip impresion={impresion} />
                {impresion.mensaje && <small>{impresion.mensaje}</small>}
                {impresion.pedido_id === null && impresion.estado === 'en_cola' && (
                  <BusyButton
                    size="medium"
                    isBusy={isPending}
                    about=" la prueba"
                    onClick={() =>
                      mutate({
                        run: () => askToCancel(impresion.id),
                        done: `${nombre}: no se imprime la prueba.`,
                      })
                    }
                  >
                    Cancelar
                  </BusyButton>
                )}
              </li>
            ),
          )}
        </ol>
      )}
      {!isTermica(impresora) && (
        <Switches impresora={impresora} isOwner={isOwner} isBusy={isPending} onChange={change} />
      )}
      <div className={styles.buttons}>
        <BusyButton
          size="medium"
          icon={FileCheck2}
          isBusy={isPending}
          about={` en ${nombre}`}
          onClick={() =>
            mutate({
              run: () => ask('POST /api/mostrador/impresoras/:id/prueba', { params: { id } }),
              done: prueba.done,
            })
          }
        >
          {prueba.text}
        </BusyButton>
        {isOwner && (
          <>
            <Button size="medium" onClick={() => setOpen('cambiar')}>
              Cambiar<span className="visually-hidden"> {nombre}</span>
            </Button>
            <Button size="medium" onClick={() => setOpen('retirar')}>
              Retirar<span className="visually-hidden"> {nombre}</span>
            </Button>
          </>
        )}
      </div>
      {open === 'cambiar' && <ImpresoraEditor impresora={impresora} onClose={close} />}
      {open === 'retirar' && (
        <AlertDialog
          title={`¿Retirar ${nombre}?`}
          onClose={close}
          actions={
            <>
              <Button onClick={close}>No, volver</Button>
              <BusyButton
                isBusy={isPending}
                busyText="Retirando…"
                onClick={() =>
                  mutate(
                    {
                      run: () => ask('DELETE /api/mostrador/impresoras/:id', { params: { id } }),
                      done: `${nombre} ya no está en la lista.`,
                    },
                    { onSettled: close },
                  )
                }
              >
                Sí, retirar
              </BusyButton>
            </>
          }
        >
          <p>No se le manda nada más. Lo que ya imprimió queda en la historia de los pedidos.</p>
        </AlertDialog>
      )}
    </li>
  )
}

/** The evidence that a printer works. */
const pruebaOf = (impresora: Impresora): { text: string; done: string } =>
  isTermica(impresora)
    ? { text: 'Ticket de prueba', done: `Ticket de prueba a ${impresora.nombre}.` }
    : {
        text: 'Página de prueba',
        done: `Página de prueba a ${impresora.nombre}: dos copias, de los dos lados.`,
      }

type Cambio = { automatica?: boolean; repetir_copias?: boolean; caratula?: boolean }

/** The owner's settings of how it prints. */
function Switches({
  impresora,
  onChange,
  ...who
}: {
  impresora: Impresora
  isOwner: boolean
  isBusy: boolean
  onChange: (change: Cambio) => void
}) {
  return (
    <div className={styles.switches}>
      <Switch
        text="Imprime sola lo que se paga"
        isOn={impresora.automatica}
        {...who}
        onChange={(automatica) => onChange({ automatica })}
      />
      <Switch
        text="Repetir copias en el PDF"
        hint="Para las que declaran copias y hacen una."
        isOn={impresora.repetir_copias}
        {...who}
        onChange={(repetir_copias) => onChange({ repetir_copias })}
      />
      <Switch
        text="Carátula delante de cada pedido"
        hint="Una hoja sin cargo con número, nombre y qué va junto: cada pedido sale en su pila."
        isOn={impresora.caratula}
        {...who}
        onChange={(caratula) => onChange({ caratula })}
      />
    </div>
  )
}

/** A switch for the owner; for others only its state. */
function Switch({
  text,
  hint,
  isOn,
  isOwner,
  isBusy,
  onChange,
}: {
  text: string
  hint?: string
  isOn: boolean
  isOwner: boolean
  isBusy: boolean
  onChange: (isOn: boolean) => void
}) {
  if (!isOwner)
    return (
      <p>
        {text}: <b>{isOn ? 'sí' : 'no'}</b>
      </p>
    )
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        checked={isOn}
        aria-disabled={isBusy || undefined}
        onChange={() => !isBusy && onChange(!isOn)}
      />
      <span>
        {text}
        {hint && <small>{hint}</small>}
      </span>
    </label>
  )
}
