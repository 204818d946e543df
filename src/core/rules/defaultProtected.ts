/**
 * What is guarded unless the user says otherwise. The first block holds every pattern that VS Code itself excludes from
 * automatic approval (`chat.tools.edits.autoApprove`, as it writes them, of all versions since 1.104); the others follow
 * the same thought: a file is here because writing it makes something run, or decides who may do what.
 */
export const defaultProtectedFiles: readonly string[] = [
  '**/.vscode/*.json',
  '**/.git/**',
  '**/{package.json,package-lock.json,server.xml,build.rs,web.config,.gitattributes,.env,Cargo.toml}',
  '**/{package.json,server.xml,build.rs,web.config,.gitattributes,.env,Cargo.toml}',
  '**/{.npmrc,.yarnrc,.yarnrc.yml,.pnpmfile.js,.pnpmfile.cjs,.pnpmfile.mjs,pnpm-workspace.yaml}',
  '**/*.{code-workspace,csproj,fsproj,vbproj,vcxproj,proj,targets,props,gradle,gradle.kts}',
  '**/gradle.properties',
  '**/ruby_lsp/*/addon',
  '**/*.lock',
  '**/*-lock.{yaml,json}',
  '**/.mcp.json',
  '**/.npmrc',
  '**/.github/agents/**',
  '**/.github/hooks/**',
  '**/.claude/agents/**',
  '**/.claude/settings.json',
  '**/.claude/settings.local.json',
  '**/.codex/agents/**',
  '**/.codex/config.toml',
  '**/.codex/hooks.json',
  // The editor, its workspaces and settings, Redline's among them.
  '**/.vscode',
  '**/{.vscode-server,.vscode-remote,.vscode-insiders,.idea,.vs,.fleet,.zed}',
  '**/User/{settings,keybindings,tasks,mcp,chatLanguageModels}.json',
  '**/User/{globalStorage,workspaceStorage,profiles,snippets,prompts}/**',
  '**/redline.json',
  // Version control and its hooks.
  '**/{.git,.gitconfig,.gitmodules,.hg,.hgrc,.svn,.jj}',
  '**/{.husky,.githooks,.git-hooks,githooks}',
  '**/{.,}lefthook{,-local}.{yml,yaml,toml,json}',
  '**/{.pre-commit-config.yaml,.pre-commit-config.yml,.pre-commit-hooks.yaml,.overcommit.yml,.lintstagedrc}',
  '**/{.lintstagedrc,lint-staged.config,.simple-git-hooks,simple-git-hooks}.*',
  // What agents obey, and what they may run.
  '**/{AGENTS,AGENT,CLAUDE,GEMINI,WARP,QWEN,CRUSH,copilot-instructions}{,.local,.override}.md',
  '**/.github/{instructions,prompts,chatmodes,agents,hooks,skills,plugins}/**',
  '**/*.{instructions,prompt,chatmode,agent}.md',
  '**/{.cursor,.claude,.codex,.copilot,.gemini,.windsurf,.roo,.kilocode,.kiro,.continue,.amazonq,.augment,.junie}',
  '**/{.trae,.opencode,.agents,.agent,.goose,.crush,.qwen,.factory,.openhands,.tabnine}',
  '**/{.cursorrules,.cursorignore,.windsurfrules,.clinerules,.roorules,.rules,.goosehints,.continuerules}',
  '**/{.roorules-*,.clinerules-*,.aider*,.copilotignore,.aiexclude,.augment-guidelines,.replit,SKILL.md}',
  '**/{.mcp,mcp,mcp_settings,mcp_config,opencode,claude_desktop_config}.{json,jsonc}',
  // Continuous integration and deployment.
  '**/.github/{workflows,actions}/**',
  '**/.github/{dependabot,CODEOWNERS,renovate}*',
  '**/{CODEOWNERS,.gitlab-ci.yml,.gitlab-ci.yaml,.travis.yml,.drone.yml,.cirrus.yml,.woodpecker.yml,.appveyor.yml}',
  '**/{appveyor.yml,bitbucket-pipelines.yml,buildspec.yml,cloudbuild.yaml,cloudbuild.yml,wercker.yml,vercel.json,netlify.toml}',
  '**/{azure-pipelines*.yml,azure-pipelines*.yaml,Jenkinsfile,Jenkinsfile.*}',
  '**/{.circleci,.gitlab,.buildkite,.teamcity,.semaphore,.woodpecker,.azure-pipelines}',
  '**/{.gitea,.forgejo}/{workflows,actions}/**',
  // Dev containers and other environments that build themselves.
  '**/{.devcontainer,.devcontainer.json,devcontainer.json,.gitpod.yml,.gitpod.Dockerfile,Vagrantfile}',
  // Package managers and build tools that run what their configuration names.
  '**/{.pnp.cjs,.pnp.loader.mjs,binding.gyp,nuget.config,.bazelrc}',
  '**/{.yarn,.mvn}',
  '**/.cargo/config{,.toml}',
  '**/gradle/wrapper/**',
  '**/{gradlew,gradlew.bat,mvnw,mvnw.cmd,pip.conf,pip.ini,.condarc,.gemrc,.bundle/config}',
  '**/{bun.lockb,npm-shrinkwrap.json,go.sum,.tool-versions,.mise.toml,mise.toml,.envrc}',
  '**/{sitecustomize,usercustomize}.py',
  // Shells and other programs that run their configuration at start.
  '**/.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,inputrc}',
  '**/.{zshrc,zshenv,zprofile,zlogin,zlogout,kshrc,cshrc,tcshrc,login,logout}',
  '**/{*profile.ps1,config.fish,.config/fish/**,.config/autostart/**,.config/systemd/**,LaunchAgents/**,LaunchDaemons/**}',
  '**/{.vimrc,.gvimrc,.exrc,.nvimrc,.nvim.lua,init.vim,.emacs,.emacs.d,.dir-locals.el,.tmux.conf,.screenrc}',
  '**/{.gdbinit,.lldbinit,.Rprofile,.irbrc,.pryrc,.pdbrc,.pythonrc,.pythonrc.py,.curlrc,.wgetrc,.xinitrc,.xprofile}',
  '**/{crontab,cron.d/**,sudoers,sudoers.d/**,authorized_keys,autorun.inf,desktop.ini}',
];

/** Files whose content is itself worth stealing: reading asks, too, and so does creating one. */
export const defaultSecretFiles: readonly string[] = [
  '**/{.env,.env.*,.env-*,.env_*,*.env,.envrc,.dev.vars,.dev.vars.*}',
  '**/{.ssh,.aws,.azure,.gnupg,.kube,.docker/config.json,.config/gcloud,.config/gh,.password-store,.oci}',
  '**/{id_rsa,id_dsa,id_ecdsa,id_ed25519,id_ecdsa_sk,id_ed25519_sk,id_xmss}{,.*,-*,_*}',
  '**/*.{pem,key,p8,p12,pfx,pkcs12,ppk,jks,keystore,kdbx,kdb,gpg,asc,ovpn,agekey,tfvars,tfstate}',
  '**/*.{tfvars.json,tfstate.backup}',
  '**/{.npmrc,.yarnrc.yml,.pypirc,.netrc,_netrc,.git-credentials,.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf,.htpasswd}',
  '**/.git/{config,credentials,config.worktree}',
  '**/{.dockercfg,.dockerconfigjson,kubeconfig,.terraformrc,terraform.rc,.vault-token,.vault_pass*,.boto,.s3cfg,.databrickscfg}',
  '**/{.cargo/credentials,.cargo/credentials.toml,.gem/credentials,.m2/settings.xml,.m2/settings-security.xml}',
  '**/{secrets,secret,credentials}.{json,yml,yaml,toml,xml,ini,properties,env}',
  '**/{client_secret*,service-account*,serviceaccount*,service_account*}.json',
  '**/{credentials,.credentials,master.key,local.settings.json,application_default_credentials.json}',
  '**/.{bash_history,zsh_history,python_history,node_repl_history,psql_history,mysql_history,sqlite_history}',
  '**/{shadow,gshadow}',
];

/** Names that a secret's pattern takes in but that are published on purpose; changing them still asks. */
export const openSecretFiles: readonly string[] = [
  '**/.env.{example,sample,template,dist,defaults,schema}',
  '**/{example,sample,template}.env',
  '**/*.pub',
];
