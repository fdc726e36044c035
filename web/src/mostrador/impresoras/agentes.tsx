import type { Agente } from '@imprimitodo/shared/api/impresion'
import { formatTime } from '@imprimitodo/shared/rules/fecha'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '../../ui/alert-dialog.tsx'
import { Button } from '../../ui/button.tsx'
import { copyCodigo } from '../../ui/copy.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { BusyButton } from '../busy-button.tsx'
import { FormDialog } from '../form-dialog.tsx'
import { useAccion } from '../impresion/datos.ts'
import { impresorasKey, useSucursales } from '../queries.ts'
import { ask } from '../session/ask.ts'
import { ageText } from '../tiempo.ts'
import { useNow } from '../use-now.ts'
import { type ProblemasImpresora, problemasImpresora } from './formulario.ts'
import styles from './impresoras.module.css'

/** One that said nothing for this long is off, or has no network. */
const SILENT_MS = 90_000
/** A second computer with its token is told for this long. */
const TWICE_MS = 24 * 3600_000

/** The programs that stand between the shop and its printers, one in each branch. */
export function Agentes({ agentes, isOwner }: { agentes: Agente[]; isOwner: boolean }) {
  const [isAdding, setAdding] = useState(false)
  return (
    <section className={styles.sucursal} aria-labelledby="agentes">
      <div className={styles.head}>
        <h2 id="agentes">Agentes</h2>
        {isOwner && (
          <Button size="medium" icon={Plus} onClick={() => setAdding(true)}>
            Agregar agente
          </Button>
        )}
      </div>
      <p className="muted">
        El programa que corre en una computadora de la sucursal y habla con las impresoras. Alcanza con uno
        por sucursal.
      </p>
      {agentes.length === 0 && <p>Todavía no hay ninguno: nada se puede imprimir desde acá.</p>}
      <ul className={styles.agentes}>
        {agentes.map((agente) => (
          <Uno key={agente.id} agente={agente} isOwner={isOwner} />
        ))}
      </ul>
      {isAdding && <NuevoAgente onClose={() => setAdding(false)} />}
    </section>
  )
}

function Uno({ agente, isOwner }: { agente: Agente; isOwner: boolean }) {
  const { id, nombre, sucursal, visto, duplicado } = agente
  const now = useNow()
  const [isAsking, setAsking] = useState(false)
  const { mutate, isPending } = useAccion()
  const isSilent = !visto || now - Date.parse(visto) > SILENT_MS
  const isTwice = duplicado !== null && now - Date.parse(duplicado) < TWICE_MS
  return (
    <li className={isSilent || isTwice ? styles.atencion : undefined}>
      <p>
        <b>{nombre}</b>, {sucursal}
      </p>
      <p role="status">
        {visto
          ? isSilent
            ? `Sin noticias: la última, ${ageText(visto, now)}`
            : 'Conectado'
          : 'Todavía no se conectó'}
      </p>
      {isTwice && (
        <p role="status">
          Otra computadora quiso usar su token {ageText(duplicado, now)} y no la dejamos. Si no fue alguien
          del local, revocalo y hacé uno nuevo.
        </p>
      )}
      {isOwner && (
        <Button size="medium" onClick={() => setAsking(true)}>
          Revocar<span className="visually-hidden"> {nombre}</span>
        </Button>
      )}
      {isAsking && (
        <AlertDialog
          title={`¿Revocar ${nombre}?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>No, volver</Button>
              <BusyButton
                isBusy={isPending}
                busyText="Revocando…"
                onClick={() =>
                  mutate(
                    {
                      run: () => ask('DELETE /api/mostrador/agentes/:id', { params: { id } }),
                      done: `${nombre} ya no puede imprimir.`,
                    },
                    { onSettled: () => setAsking(false) },
                  )
                }
              >
                Sí, revocar
              </BusyButton>
            </>
          }
        >
          <p>Su token deja de valer y no imprime nada más. Lo que ya está en la impresora sale.</p>
        </AlertDialog>
      )}
    </li>
  )
}

type Hecho = { codigo: string; vence: string; token: string }

/** Makes one and shows its code, which is never shown again. */
function NuevoAgente({ onClose }: { onClose: () => void }) {
  const { data: sucursales } = useSucursales()
  const [nombre, setNombre] = useState('')
  const [sucursal, setSucursal] = useState('')
  const [problemas, setProblemas] = useState<ProblemasImpresora>({})
  const [made, setMade] = useState<Hecho | null>(null)
  const branch = sucursal || (sucursales?.[0]?.nombre ?? '')
  const cache = useQueryClient()
  const { mutate, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: () => ask('POST /api/mostrador/agentes', { body: { nombre, sucursal: branch } }),
    onSuccess: (answer) => {
      if (!answer.ok) return setProblemas(problemasImpresora(answer.data, answer.errores))
      setMade(answer.data)
      void cache.invalidateQueries({ queryKey: impresorasKey })
    },
    onError: () => setProblemas({ general: 'No hay conexión con el servidor: no se creó.' }),
  })

  function create() {
    setProblemas({})
    mutate()
  }

  if (made) return <ElCodigo {...made} onClose={onClose} />
  return (
    <FormDialog
      title="Agregar agente"
      action="Crear"
      busyText="Creando…"
      isBusy={isPending}
      problems={problemas}
      onSubmit={create}
      onClose={onClose}
    >
      {problemas.general && <Notice tone="error">{problemas.general}</Notice>}
      <Field
        label="Nombre"
        hint="La computadora donde va a correr: PC mostrador."
        maxLength={60}
        autoComplete="off"
        value={nombre}
        error={problemas.nombre}
        onChange={({ target }) => setNombre(target.value)}
      />
      <SelectField
        label="Sucursal"
        value={branch}
        error={problemas.sucursal}
        onChange={({ target }) => setSucursal(target.value)}
      >
        {sucursales?.map((one) => (
          <option key={one.nombre}>{one.nombre}</option>
        ))}
      </SelectField>
    </FormDialog>
  )
}

function ElCodigo({ codigo, vence, token, onClose }: Hecho & { onClose: () => void }) {
  const command = `npm run agent -- --server ${location.origin}`
  const isOver = useNow() >= Date.parse(vence)
  return (
    <Dialog
      title="Vinculá la computadora"
      onClose={onClose}
      actions={<Button onClick={onClose}>Listo</Button>}
    >
      <p>En la computadora que está al lado de las impresoras, en la carpeta del sistema:</p>
      <Copiable label="Comando" text={command} said="Comando copiado al portapapeles" />
      <p>Escribí este código cuando lo pida:</p>
      <p className={styles.codigo}>{codigo}</p>
      {isOver ? (
        <Notice tone="error">Venció. Cerrá esto, revocá el agente y agregá otro.</Notice>
      ) : (
        <p className="muted">Vale hasta las {formatTime(vence)}, una sola vez. No se vuelve a mostrar.</p>
      )}
      <details>
        <summary>Usar un token en vez del código</summary>
        <p>En AGENTE_TOKEN. Si se usa el código, este token deja de valer.</p>
        <Copiable label="Token" text={token} said="Token copiado al portapapeles" />
      </details>
    </Dialog>
  )
}

function Copiable({ label, text, said }: { label: string; text: string; said: string }) {
  return (
    <div className={styles.copiable}>
      <code>{text}</code>
      <Button size="medium" icon={Copy} onClick={() => void copyCodigo(text, said)}>
        Copiar<span className="visually-hidden"> {label.toLowerCase()}</span>
      </Button>
    </div>
  )
}
