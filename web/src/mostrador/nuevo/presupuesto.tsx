import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { formatDay } from '@imprimitodo/shared/rules/base/fecha'
import { MAX_COPIAS, MIN_COPIAS } from '@imprimitodo/shared/rules/compra/archivo'
import {
  CALCULO,
  type Calculo,
  calculate,
  paginasEscritas,
} from '@imprimitodo/shared/rules/compra/calculadora'
import { useQuery } from '@tanstack/react-query'
import { Calculator, Copy, FileText, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { preciosQuery } from '../../api/queries.ts'
import { tarifasOf } from '../../api/tarifas.ts'
import { CalculoFields, CalculoResult, LabelledChoice } from '../../parts/calculadora.tsx'
import { Button, ExternalButton, TextButton } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CelularField } from '../../ui/form/celular-field.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Stepper } from '../../ui/form/stepper.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { whatsappToCliente } from '../pedido/ficha/contacto.ts'
import { type Problemas, problemasOf } from '../problemas.ts'
import { ask } from '../session/ask.ts'
import styles from './presupuesto.module.css'

const CAMPOS = ['nombre', 'sucursal'] as const
type Campo = (typeof CAMPOS)[number]
type Dado = { url: string; vence: string; importe: number; texto: string }
type Que = { pedido_id: string } | { calculo: Calculo }
type Quien = { nombre: string; celular: string }

/** Makes a link for the customer with the priced files. Not inside another form, since its dialog has one. */
export function Presupuesto({
  pedido_id,
  sucursal,
  quien,
}: {
  /** Null: not priced yet. */
  pedido_id: string | null
  sucursal: string
  quien: Quien
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton icon={FileText} disabled={pedido_id === null} onClick={() => setOpen(true)}>
        Presupuesto
      </TextButton>
      {isOpen && pedido_id && (
        <PresupuestoDialog
          sucursal={sucursal}
          quien={quien}
          que={{ pedido_id }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** A price for a number of pages, before there is a file. */
export function PrecioSinArchivos({ disabled, sucursal }: { disabled: boolean; sucursal: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon={Calculator} disabled={disabled} onClick={() => setOpen(true)}>
        Precio sin archivos
      </Button>
      {isOpen && <PrecioDialog sucursal={sucursal} onClose={() => setOpen(false)} />}
    </>
  )
}

function PrecioDialog({ sucursal, onClose }: { sucursal: string; onClose: () => void }) {
  const { data: precios } = useQuery(preciosQuery)
  const [text, setText] = useState(String(CALCULO.paginas))
  const [opciones, setOpciones] = useState(CALCULO)
  const [quoting, setQuoting] = useState<Calculo | null>(null)
  const change = (some: Partial<typeof CALCULO>) => setOpciones({ ...opciones, ...some })
  const tarifas = precios && tarifasOf(precios)
  const paginas = paginasEscritas(text)
  const found = tarifas && paginas !== null ? calculate({ ...opciones, paginas }, tarifas, 0) : null
  if (quoting)
    return (
      <PresupuestoDialog
        sucursal={sucursal}
        onClose={onClose}
        quien={{ nombre: '', celular: '' }}
        que={{ calculo: quoting }}
      />
    )
  return (
    <Dialog
      title="¿Cuánto sale?"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          <Button
            variant="primary"
            disabled={!found}
            onClick={() => paginas !== null && setQuoting({ ...opciones, paginas })}
          >
            Mandar presupuesto
          </Button>
        </>
      }
    >
      <CalculoFields text={text} opciones={opciones} onText={setText} onChange={change}>
        <LabelledChoice label="Copias">
          <Stepper
            label="Copias"
            less="Una menos"
            more="Una más"
            value={opciones.duplicado}
            min={MIN_COPIAS}
            max={MAX_COPIAS}
            onChange={(duplicado) => change({ duplicado })}
          />
        </LabelledChoice>
      </CalculoFields>
      <CalculoResult found={found} copias={opciones.duplicado} descuento={0} />
      <p className="muted">
        Es el precio de lista. Color: todas las páginas; con los archivos se cobra solo la hoja que lo tenga.
      </p>
    </Dialog>
  )
}

function PresupuestoDialog({
  que,
  sucursal,
  quien,
  onClose,
}: {
  que: Que
  sucursal: string
  quien: Quien
  onClose: () => void
}) {
  const [nombre, setNombre] = useState(quien.nombre)
  const [celular, setCelular] = useState(quien.celular)
  const [dado, setDado] = useState<Dado | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problemas, setProblemas] = useState<Problemas<Campo>>({})

  async function send() {
    setBusy(true)
    setProblemas({})
    const answer = await ask('POST /api/mostrador/presupuestos', {
      body: { ...que, sucursal, nombre },
    }).catch(() => null)
    setBusy(false)
    if (answer?.ok) return setDado(answer.data)
    setProblemas(
      answer
        ? problemasOf(CAMPOS, answer, 'No se pudo hacer el presupuesto.')
        : { general: 'No hay conexión. Probá de nuevo.' },
    )
  }

  if (dado) return <DadoDialog dado={dado} celular={celular} onClose={onClose} />
  return (
    <FormDialog
      title="Presupuesto con enlace"
      isBusy={isBusy}
      onClose={onClose}
      action="Hacer el enlace"
      busyText="Haciendo el enlace…"
      problems={problemas}
      onSubmit={() => void send()}
    >
      <p>
        {'pedido_id' in que
          ? 'El cliente lo abre en su celular y hace el pedido con estos archivos. El precio se le mantiene 7 días.'
          : 'El cliente lo abre en su celular y sube sus archivos. Ve este precio, y si cambia en estos 7 días, se le dice.'}
      </p>
      <Field
        label="Nombre (si querés)"
        autoComplete="off"
        maxLength={60}
        value={nombre}
        error={problemas.nombre}
        onChange={({ target }) => setNombre(target.value)}
      />
      <CelularField
        label="Celular, para mandarlo por WhatsApp"
        autoComplete="off"
        value={celular}
        onText={setCelular}
      />
      {problemas.sucursal && <Notice tone="error">{problemas.sucursal}</Notice>}
      {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
    </FormDialog>
  )
}

function DadoDialog({ dado, celular, onClose }: { dado: Dado; celular: string; onClose: () => void }) {
  return (
    <Dialog
      title="Presupuesto listo"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cerrar</Button>
          <Button icon={Copy} onClick={() => void copyText(dado.url, 'Enlace copiado')}>
            Copiar el enlace
          </Button>
          <ExternalButton
            variant="primary"
            icon={MessageCircle}
            href={whatsappToCliente(celular, dado.texto)}
            target="_blank"
            rel="noopener noreferrer"
          >
            Mandar por WhatsApp
          </ExternalButton>
        </>
      }
    >
      <p role="status">
        <b>{formatPesos(dado.importe)}</b> pagando por la web, hasta el {formatDay(dado.vence)}.
      </p>
      <p className={styles.enlace}>{dado.url}</p>
      <p className={styles.texto}>{dado.texto}</p>
    </Dialog>
  )
}
