CREATE TABLE "subida_partes" (
	"subida_id" text NOT NULL,
	"desde" bigint NOT NULL,
	"bytes" integer NOT NULL,
	"clave" text NOT NULL,
	CONSTRAINT "subida_partes_subida_id_desde_pk" PRIMARY KEY("subida_id","desde")
);
--> statement-breakpoint
CREATE TABLE "subidas" (
	"id" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"llegado" bigint DEFAULT 0 NOT NULL,
	"origen" text NOT NULL,
	"metadatos" jsonb NOT NULL,
	"creada" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subida_partes" ADD CONSTRAINT "subida_partes_subida_id_subidas_id_fk" FOREIGN KEY ("subida_id") REFERENCES "public"."subidas"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "subidas_origen" ON "subidas" USING btree ("origen","creada");--> statement-breakpoint
CREATE INDEX "subidas_creada" ON "subidas" USING btree ("creada");