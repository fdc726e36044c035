import type { Ajustes, AjustesChange } from '@imprimitodo/shared/api/ajustes'
import { SENSIBILIDADES, type Sensibilidad } from '@imprimitodo/shared/rules/taller/tinta'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useRef, useState } from 'react'
import { showAnswer } from '../../api/query-client.ts'
import { OTRA_VEZ, sinRespuesta } from '../../api/sin-respuesta.ts'
import { Button } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { showToast } from '../../ui/notice/toasts.tsx'
import { BusyButton } from '../busy-button.tsx'
import { changedIn, withCambios } from '../changed-in.ts'
import { useReload } from '../dueno/queries.ts'
import { ajustesKey } from '../queries.ts'
import { ask } from '../session/ask.ts'
import styles from './ajustes.module.css'
import {
  type AjustesForm,
  type AjustesProblems,
  ajustesFormOf,
  changesOf,
  PARTS,
  problemsOfAnswer,
  readAjustesForm,
} from './ajustes-form.ts'
import { AnilladoFields } from './anillado-fields.tsx'
import { FieldGroup } from './field-group.tsx'
import { PlantillaFields } from './plantilla-fields.tsx'
import { HojaFields, PrecioFields } from './precio-fields.tsx'
import { useEscritos } from './use-escritos.ts'

const SENSIBILIDAD_TEXTO: Record<Sensibilidad, string> = {
  alta: 'Alta: un tono apenas visible es color',
  normal: 'Normal',
  baja: 'Baja: los tonos débiles son gris',
}

/** Parts that are one text field. */
type Texto = {
  [K in keyof AjustesForm]: string extends AjustesForm[K] ? K : never
}[keyof AjustesForm]

export function AjustesEditor({ saved }: { saved: Ajustes }) {
  const { form, setForm, isDirty, isBack } = useEscritos(saved)
  const [problems, setProblems] = useState<AjustesProblems>({})
  const element = useRef<HTMLFormElement>(null)
  const cache = useQueryClient()
  const reload = useReload()

  const { mutate, isPending } = useMutation({
    mutationFn: ({ changes }: { changes: AjustesChange; sent: AjustesForm }) =>
      ask('PUT /api/mostrador/ajustes', { body: changes }),
    onSuccess: (answer, { sent }) => {
      if (!answer.ok) return refuse(problemsOfAnswer(answer.data, answer.errores))
      showAnswer(cache, ajustesKey, answer.data)
      setForm((now) => withCambios(ajustesFormOf(answer.data), changedIn(sent, now)))
      void reload()
      showToast('Ajustes guardados')
    },
    onError: () => refuse({ general: sinRespuesta('se guardaron', OTRA_VEZ) }),
  })

  function refuse(found: AjustesProblems) {
    setProblems(found)
    const first = PARTS.find((part) => found[part])
    element.current?.querySelector<HTMLElement>(`[data-part=${first}] :is(input, textarea)`)?.focus()
  }

  function save(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const read = readAjustesForm(form, saved)
    if (read.problems) return refuse(read.problems)
    setProblems({})
    const changes = changesOf(saved, read.ajustes)
    if (Object.keys(changes).length > 0) return mutate({ changes, sent: form })
    setForm(ajustesFormOf(saved))
    showToast('No había nada que cambiar', { tone: 'info' })
  }

  // A group's message is shown by the group
  const errors: Partial<Record<string, string>> = problems
  const text = (part: Texto) => ({
    value: form[part],
    error: errors[part],
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    onChange: ({ target }: { target: HTMLInputElement }) => setForm({ ...form, [part]: target.value }),
  })

  return (
    <form ref={element} className={styles.form} onSubmit={save} noValidate>
      {isBack && <Notice tone="info">Estos cambios los escribiste antes y no están guardados.</Notice>}
      <PrecioFields form={form} problem={problems.precios} onChange={setForm} />
      <HojaFields form={form} problem={problems.hojas} onChange={setForm} />
      <AnilladoFields
        rows={form.anillado}
        problem={problems.anillado}
        onChange={(anillado) => setForm({ ...form, anillado })}
      />
      <FieldGroup title="Descuento y envío">
        <div className={styles.fields}>
          <div data-part="descuentoCompra">
            <Field label="Descuento por la web (%)" {...text('descuentoCompra')} />
          </div>
          <div data-part="radioPermitido">
            <Field label="Radio de envío (km)" {...text('radioPermitido')} />
          </div>
          <div data-part="precioDelivery">
            <Field
              label="Precio del envío ($)"
              hint="El doble cuando la distancia pasa de 5 km. Se cobra al entregar."
              {...text('precioDelivery')}
            />
          </div>
        </div>
      </FieldGroup>
      <FieldGroup title="Hora prometida" part="promesa" problem={problems.promesa}>
        <p className={styles.hint}>
          Sale de la cola, la velocidad de las impresoras y el horario de la sucursal, más esto:
        </p>
        <div className={styles.fields}>
          <Field label="Minutos por anillado" {...text('minutos_anillado')} />
          <Field
            label="Minutos de margen"
            hint="De cada pedido: cortar, ordenar, atender a alguien en el medio."
            {...text('minutos_margen')}
          />
        </div>
      </FieldGroup>
      <ArchivosGroup form={form} text={text} onChange={setForm} />
      <LimitesGroup text={text} problems={problems} />
      <PlantillaFields
        textos={form.whatsapp}
        problem={problems.whatsapp}
        onChange={(whatsapp) => setForm({ ...form, whatsapp })}
      />
      <div className={styles.bar}>
        {problems.general && <Notice tone="error">{problems.general}</Notice>}
        {isDirty && (
          <Button
            disabled={isPending}
            onClick={() => {
              setForm(ajustesFormOf(saved))
              setProblems({})
            }}
          >
            Descartar cambios
          </Button>
        )}
        <BusyButton variant="primary" type="submit" isBusy={isPending} busyText="Guardando…">
          Guardar ajustes
        </BusyButton>
      </div>
    </form>
  )
}

type TextOf = (part: Texto) => Pick<ComponentProps<typeof Field>, 'value' | 'error' | 'onChange'>

type ArchivosProps = { form: AjustesForm; text: TextOf; onChange: (form: AjustesForm) => void }

function ArchivosGroup({ form, text, onChange }: ArchivosProps) {
  return (
    <FieldGroup title="Archivos de los clientes">
      <div className={styles.fields}>
        <div data-part="retencion_dias">
          <Field
            label="Días que se guardan"
            hint="Desde que el pedido se entrega, se cancela o vence. Después se borran archivos y PDF."
            {...text('retencion_dias')}
          />
        </div>
        <div data-part="retencion_listo_dias">
          <Field
            label="Días que se guardan sin retirar"
            hint="Desde que el pedido está listo."
            {...text('retencion_listo_dias')}
          />
        </div>
        <SelectField
          label="Color en los escaneos"
          hint="Vale para los archivos que se suban desde ahora."
          value={form.sensibilidad_color}
          onChange={({ target }) => {
            const chosen = SENSIBILIDADES.find((one) => one === target.value)
            if (chosen) onChange({ ...form, sensibilidad_color: chosen })
          }}
        >
          {SENSIBILIDADES.map((one) => (
            <option key={one} value={one}>
              {SENSIBILIDAD_TEXTO[one]}
            </option>
          ))}
        </SelectField>
      </div>
    </FieldGroup>
  )
}

function LimitesGroup({ text, problems }: { text: TextOf; problems: AjustesProblems }) {
  return (
    <>
      <FieldGroup title="Límites" part="limites" problem={problems.limites}>
        <div className={styles.fields}>
          <Field
            label="Páginas de un archivo"
            hint="Uno con más no se acepta, y quien lo sube se entera enseguida."
            {...text('paginas_archivo')}
          />
          <Field label="Páginas de un pedido" hint="De todos sus archivos." {...text('paginas_pedido')} />
          <Field
            label="Pedidos sin pagar a la vez"
            hint="De un mismo correo y de un mismo navegador. Los del mostrador no cuentan."
            {...text('pedidos_abiertos')}
          />
        </div>
      </FieldGroup>
      <FieldGroup
        title="Puntos de las ventas del mostrador"
        part="puntos_venta"
        problem={problems.puntos_venta}
      >
        <div className={styles.fields}>
          <Field
            label="Por venta, como mucho"
            hint="Lo que pasa de ahí se vende igual, sin puntos."
            {...text('por_venta')}
          />
          <Field
            label="Por cliente y día, como mucho"
            hint="Entre todas sus ventas del día."
            {...text('por_cliente_dia')}
          />
        </div>
      </FieldGroup>
    </>
  )
}
