CREATE TABLE "arca_tickets" (
	"clave" text PRIMARY KEY NOT NULL,
	"secreto" text,
	"vence" timestamp with time zone,
	"espera" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "documentos" (
	"id" text PRIMARY KEY NOT NULL,
	"nombre" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"creado" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "facturas" (
	"id" text PRIMARY KEY NOT NULL,
	"clave" text NOT NULL,
	"pedido_id" text NOT NULL,
	"clase" text NOT NULL,
	"asociada_id" text,
	"estado" text NOT NULL,
	"cliente" jsonb NOT NULL,
	"importe" bigint,
	"devuelto" bigint DEFAULT 0 NOT NULL,
	"lineas" jsonb,
	"proveedor" text,
	"cuit" text,
	"punto_venta" integer,
	"tipo" integer,
	"numero" integer,
	"fecha" date,
	"servicio_desde" date,
	"cae" text,
	"cae_vence" date,
	"observaciones" text[] DEFAULT '{}' NOT NULL,
	"intercambio" jsonb,
	"documento_id" text,
	"creada" timestamp with time zone NOT NULL,
	"reintentada" timestamp with time zone,
	"emitida" timestamp with time zone,
	CONSTRAINT "facturas_clave_unique" UNIQUE("clave"),
	CONSTRAINT "facturas_numerada" CHECK ("facturas"."estado" not in ('pidiendo', 'emitida') or ("facturas"."numero" is not null and "facturas"."importe" > 0 and "facturas"."fecha" is not null and "facturas"."lineas" is not null)),
	CONSTRAINT "facturas_con_cae" CHECK ("facturas"."estado" <> 'emitida' or ("facturas"."cae" is not null and "facturas"."documento_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "simulado_comprobantes" (
	"cuit" text NOT NULL,
	"punto_venta" integer NOT NULL,
	"tipo" integer NOT NULL,
	"numero" integer NOT NULL,
	"fecha" date NOT NULL,
	"doc_tipo" integer NOT NULL,
	"doc_nro" text NOT NULL,
	"importe" bigint NOT NULL,
	"cae" text NOT NULL,
	"cae_vence" date NOT NULL,
	CONSTRAINT "simulado_comprobantes_cuit_punto_venta_tipo_numero_pk" PRIMARY KEY("cuit","punto_venta","tipo","numero")
);
--> statement-breakpoint
ALTER TABLE "correos" ADD COLUMN "documento_id" text;--> statement-breakpoint
ALTER TABLE "facturas" ADD CONSTRAINT "facturas_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facturas" ADD CONSTRAINT "facturas_asociada_id_facturas_id_fk" FOREIGN KEY ("asociada_id") REFERENCES "public"."facturas"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "facturas" ADD CONSTRAINT "facturas_documento_id_documentos_id_fk" FOREIGN KEY ("documento_id") REFERENCES "public"."documentos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "facturas_numero" ON "facturas" USING btree ("proveedor","cuit","punto_venta","tipo","numero");--> statement-breakpoint
CREATE UNIQUE INDEX "facturas_en_curso" ON "facturas" USING btree ("proveedor","cuit","punto_venta","tipo") WHERE "facturas"."estado" = 'pidiendo';--> statement-breakpoint
CREATE INDEX "facturas_pedido" ON "facturas" USING btree ("pedido_id");--> statement-breakpoint
CREATE INDEX "facturas_emitidas" ON "facturas" USING btree ("emitida" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "facturas_abiertas" ON "facturas" USING btree ("creada") WHERE "facturas"."estado" in ('pendiente', 'pidiendo', 'rechazada');--> statement-breakpoint
ALTER TABLE "correos" ADD CONSTRAINT "correos_documento_id_documentos_id_fk" FOREIGN KEY ("documento_id") REFERENCES "public"."documentos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pedidos_entregados" ON "pedidos" USING btree ("cerrado") WHERE "pedidos"."estado" = 'entregado';