# The executable on a slim base, run by a user without rights. docs/containers.md says how to use it.

FROM node:24-bookworm-slim AS build
# What strips the executable.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils
WORKDIR /build
# Sources first: installing generates code from them.
COPY . .
RUN npm ci
RUN npm run build:exe -- host

FROM debian:bookworm-slim
# Node needs one library that the base lacks.
RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
COPY --from=build /build/dist-exe/reqsim-linux-* /usr/local/bin/reqsim
ENV REQSIM_HOST=0.0.0.0 REQSIM_PORT=4010
EXPOSE 4010
USER 65532:65532
# Scenario files of your own are mounted here.
WORKDIR /scenarios
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["/usr/local/bin/reqsim", "health"]
ENTRYPOINT ["/usr/local/bin/reqsim"]
CMD ["serve"]
