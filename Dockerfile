# syntax=docker/dockerfile:1
# Built and served in one image; the content is in it. With another site folder:
#   npm run dates      # the image is built without the history that says when documents were changed
#   docker build --build-arg SITE_DIR=site -t docs .
#   (for IDENTITY=firebase add: --build-arg FIREBASE=yes)
#   docker run --read-only --tmpfs /tmp -v docs-data:/data -p 127.0.0.1:3000:3000 docs

FROM node:24-bookworm-slim AS build
WORKDIR /site
ENV CI=true
COPY package.json package-lock.json ./
# What only tests is left out, and with it the npm package that brings Node: the image has it.
RUN npm ci --omit=dev --no-audit --no-fund
# For IDENTITY=firebase: --build-arg FIREBASE=yes
ARG FIREBASE=
RUN test -z "$FIREBASE" \
  || npm install --no-save --save-prod --omit=dev --no-audit --no-fund @firebase/app @firebase/auth
COPY . .
ARG SITE_DIR=site
RUN SITE_DIR="$SITE_DIR" node src/cli/main.ts build
# From here on only what serves: no compiler of Markdown, no bundler.
RUN node deploy/runtime-package.ts . \
  && npm install --omit=dev --no-audit --no-fund --no-package-lock \
  && rm -rf .cache

FROM node:24-bookworm-slim
WORKDIR /site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data DIST_DIR=/site/dist
COPY --from=build /site/package.json ./
COPY --from=build /site/node_modules ./node_modules
COPY --from=build /site/src ./src
COPY --from=build /site/deploy/healthcheck.ts ./deploy/healthcheck.ts
# The release. It is read-only with the rest, unless a volume is put in its place to publish into.
COPY --chown=node:node --from=build /site/dist ./dist
# The only folder that must be written to.
RUN mkdir /data && chown node:node /data && chmod 700 /data
VOLUME ["/data"]
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["node", "deploy/healthcheck.ts"]
# As process 1 it gets the signals itself, and ends in order at SIGTERM.
CMD ["node", "src/cli/main.ts", "serve"]
