CREATE SEQUENCE "public"."intento_cerca" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "agentes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "agentes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"sucursal_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"creado" timestamp with time zone NOT NULL,
	"visto" timestamp with time zone,
	"revocado" timestamp with time zone,
	CONSTRAINT "agentes_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "impresiones" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "impresiones_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"pedido_id" text,
	"trabajo" integer NOT NULL,
	"nombre" text NOT NULL,
	"copias" integer NOT NULL,
	"lados" integer NOT NULL,
	"borde" text NOT NULL,
	"color" boolean NOT NULL,
	"hojas" integer NOT NULL,
	"paginas" integer NOT NULL,
	"desde_pagina" integer DEFAULT 1 NOT NULL,
	"impresora_id" integer NOT NULL,
	"estado" text DEFAULT 'en_cola' NOT NULL,
	"motivo" text,
	"de_id" integer,
	"sha256" text,
	"bytes" bigint,
	"consultar" boolean DEFAULT false NOT NULL,
	"mensaje" text,
	"contadas" integer,
	"cancelar" boolean DEFAULT false NOT NULL,
	"pedida" timestamp with time zone NOT NULL,
	"pedida_por" text NOT NULL,
	"terminada" timestamp with time zone,
	"resuelta_por" text
);
--> statement-breakpoint
CREATE TABLE "impresoras" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "impresoras_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"nombre" text NOT NULL,
	"sucursal_id" integer NOT NULL,
	"uri" text NOT NULL,
	"usuario" text,
	"clave" text,
	"huella" text,
	"perfil" jsonb,
	"repetir_copias" boolean DEFAULT false NOT NULL,
	"automatica" boolean DEFAULT false NOT NULL,
	"anda" boolean DEFAULT false NOT NULL,
	"texto" text DEFAULT 'Sin noticias' NOT NULL,
	"aviso" text,
	"vista" timestamp with time zone,
	"retirada" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "intentos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "intentos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"impresion_id" integer NOT NULL,
	"agente_id" integer NOT NULL,
	"cerca" integer NOT NULL,
	"arriendo_hasta" timestamp with time zone NOT NULL,
	"autorizado" timestamp with time zone,
	"fase" text DEFAULT 'tomado' NOT NULL,
	"seq" integer DEFAULT 0 NOT NULL,
	"job_id" integer,
	"uuid" text,
	"impresiones" integer,
	"mensaje" text,
	"creado" timestamp with time zone NOT NULL,
	"actualizado" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "agentes" ADD CONSTRAINT "agentes_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impresiones" ADD CONSTRAINT "impresiones_pedido_id_pedidos_id_fk" FOREIGN KEY ("pedido_id") REFERENCES "public"."pedidos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impresiones" ADD CONSTRAINT "impresiones_impresora_id_impresoras_id_fk" FOREIGN KEY ("impresora_id") REFERENCES "public"."impresoras"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "impresoras" ADD CONSTRAINT "impresoras_sucursal_id_sucursales_id_fk" FOREIGN KEY ("sucursal_id") REFERENCES "public"."sucursales"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos" ADD CONSTRAINT "intentos_impresion_id_impresiones_id_fk" FOREIGN KEY ("impresion_id") REFERENCES "public"."impresiones"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "intentos" ADD CONSTRAINT "intentos_agente_id_agentes_id_fk" FOREIGN KEY ("agente_id") REFERENCES "public"."agentes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "impresiones_pedido" ON "impresiones" USING btree ("pedido_id");--> statement-breakpoint
CREATE INDEX "impresiones_cola" ON "impresiones" USING btree ("impresora_id","id") WHERE "impresiones"."estado" in ('en_cola', 'imprimiendo', 'verificar', 'detenida');--> statement-breakpoint
CREATE UNIQUE INDEX "impresiones_viva" ON "impresiones" USING btree ("pedido_id","trabajo") WHERE "impresiones"."estado" in ('en_cola', 'imprimiendo', 'verificar', 'detenida');--> statement-breakpoint
CREATE INDEX "impresoras_sucursal" ON "impresoras" USING btree ("sucursal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "intentos_abierto" ON "intentos" USING btree ("impresion_id") WHERE "intentos"."fase" not in ('completo', 'abortado', 'cancelado', 'verificar');--> statement-breakpoint
CREATE INDEX "intentos_impresion" ON "intentos" USING btree ("impresion_id","id");